"""What pyproject.toml cannot say: where cffi finds the compiled module, and that it is abi3."""

import sysconfig

from setuptools import setup

# Free-threaded Python has no limited API.
limited = {} if sysconfig.get_config_var("Py_GIL_DISABLED") else {"py_limited_api": "cp311"}

setup(cffi_modules=["build_ext.py:ffibuilder"], options={"bdist_wheel": limited})
