"""The command line, a module for each family of commands; `controller.__main__` puts them together."""
