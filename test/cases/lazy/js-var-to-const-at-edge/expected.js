var fs = require('fs');
var path = require('path');

const ROOT = path.resolve(__dirname, '..');

function listPages(dir) {
  var names = fs.readdirSync(dir);
  return names.filter(function (name) {
    return name.endsWith('.md');
  });
}

function title(file) {
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
  const [first = ''] = text.split('\n', 1);
  return first.replace(/^#+\s*/, '').trim();
}

module.exports = { listPages, title };
