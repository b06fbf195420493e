// What every script of a page uses.

const $ = id => document.getElementById(id);

// A fault is shown on the page, not swallowed.
function complain(what) {
  document.documentElement.dataset.fault = what;
  $("fault").hidden = false;
  $("fault").textContent = `This page could not be drawn in full: ${what}`;
}
addEventListener("error", event => complain(event.message));

