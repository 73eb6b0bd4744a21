"""The parts of `./citadels bench decisions`: one for each decision to write by hand what a library does."""
