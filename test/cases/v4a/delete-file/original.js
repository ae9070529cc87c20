// Polyfill for browsers of 2016.
if (!Object.entries) {
  Object.entries = (object) => Object.keys(object).map((key) => [key, object[key]]);
}
