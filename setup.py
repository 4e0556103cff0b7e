"""What pyproject.toml cannot say: where cffi finds the compiled module, and that it is abi3."""

from setuptools import setup

setup(
    cffi_modules=["build_ext.py:ffibuilder"],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
