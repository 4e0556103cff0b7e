"""The bundled sheets: TOML files, installed as the data of this package."""
