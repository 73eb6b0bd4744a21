"""Equations whose matrix is symmetric and positive, by Cholesky's way.

>>> [round(one, 6) for one in solved(factor([[4.0, 2.0], [2.0, 3.0]]), [8.0, 8.0])]
[1.0, 2.0]
"""

from __future__ import annotations

from math import sqrt

__all__ = ["Matrix", "factor", "inverted", "solved", "zeros"]

Matrix = list[list[float]]


def zeros(n: int) -> Matrix:
    """A square of nothing."""
    return [[0.0] * n for _ in range(n)]


def factor(matrix: Matrix) -> Matrix:
    """Cholesky's lower triangle of a symmetric positive matrix."""
    n = len(matrix)
    lower: Matrix = []
    for i in range(n):
        row = [0.0] * n
        given = matrix[i]
        for j in range(i + 1):
            other = lower[j] if j < i else row
            off = given[j]
            for k in range(j):
                off -= row[k] * other[k]
            row[j] = sqrt(off) if i == j else off / other[j]
        lower.append(row)
    return lower


def solved(lower: Matrix, right: list[float]) -> list[float]:
    """The solution of the equations whose matrix has that factor."""
    n = len(right)
    found = list(right)
    for i in range(n):
        row = lower[i]
        off = found[i]
        for k in range(i):
            off -= row[k] * found[k]
        found[i] = off / row[i]
    for i in range(n - 1, -1, -1):
        off = found[i] / lower[i][i]
        found[i] = off
        row = lower[i]
        for k in range(i):
            found[k] -= row[k] * off
    return found


def inverted(matrix: Matrix) -> Matrix:
    """The inverse of a symmetric positive matrix."""
    lower = factor(matrix)
    n = len(matrix)
    rows: Matrix = []
    for one in range(n):
        unit = [0.0] * n
        unit[one] = 1.0
        rows.append(solved(lower, unit))
    return rows
