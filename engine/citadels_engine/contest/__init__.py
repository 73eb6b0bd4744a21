"""What results say: pure functions of results, on the standard library alone."""

from citadels_engine.contest.statistics import Mean, Share, mean_interval, t_quantile, wilson

__all__ = ["Mean", "Share", "mean_interval", "t_quantile", "wilson"]
