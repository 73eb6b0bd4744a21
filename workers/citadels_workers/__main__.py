"""`python -m citadels_workers serve|work|clock|...`: the verbs of the service, without looking for any others."""

from citadels_workers.cli import parts

if __name__ == "__main__":
    parts(prog_name="citadels")
