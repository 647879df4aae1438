"""The version: of the package, in records of experiments and in what servers say."""

__version__ = "0.1.0"
