var fs = require('fs');
var path = require('path');

var ROOT = path.resolve(__dirname, '..');

function listPages(dir) {
  var names = fs.readdirSync(dir);
  return names.filter(function (name) {
    return name.endsWith('.md');
  });
}

function title(file) {
  var text = fs.readFileSync(path.join(ROOT, file), 'utf8');
  var first = text.split('\n')[0];
  return first.replace(/^#+\s*/, '');
}

module.exports = { listPages: listPages, title: title };
