// What must hold before the first paint: the chosen theme, motion and language stand on <html>.
(function () {
  const root = document.documentElement;
  for (const name of ["theme", "motion"]) {
    try {
      const kept = localStorage.getItem("citadels." + name);
      if (kept) root.dataset[name] = kept;
    } catch {
      return;
    }
  }
})();
