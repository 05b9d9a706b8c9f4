// Sets the theme and the language before the first paint, so that a dark page never flashes white.
(function () {
  var root = document.documentElement;
  var theme = "system";
  var language = null;
  try {
    theme = localStorage.getItem("pult.theme") || "system";
    language = localStorage.getItem("pult.language");
  } catch (e) {
    // storage is forbidden: the defaults stand
  }
  if (theme !== "light" && theme !== "dark") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  root.dataset.theme = theme;
  root.lang = language || (/^ru/i.test(navigator.language) ? "ru" : "en");
})();
