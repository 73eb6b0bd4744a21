"""`python -m citadels_workers serve|work|clock|...`: the service's verbs, without a search for other verbs."""

from citadels_workers.cli import parts

if __name__ == "__main__":
    parts(prog_name="citadels")
