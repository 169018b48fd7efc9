// Tells the style sheets, before the page is drawn, that scripts run.
document.documentElement.classList.add("js");
