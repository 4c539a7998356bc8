// SPDX-License-Identifier: Apache-2.0

// nginx finds cached answers by their whole key, of which a purge knows the URL alone, and knows no tags. But
// every file of its cache begins with the key and the fields of the answer, Cache-Groups among them. So a
// purge reads the beginning of every file and removes those that match; nginx treats an answer whose file is
// gone as not cached. It takes some ten microseconds a file, and pauses in between for other requests.
//
// An answer that was asked for before a purge may arrive after it. So the purge is recorded in a file first,
// and answers of the next minutes are compared with the recorded purges before they are kept.
//
// njs frees the script's memory only when the request is over, so as little as possible is allocated for a
// file that does not match.

/// The part of the script that purges a URL, a prefix, tags or everything.
enum NginxPurging {
  /// The folder of the cache beside the script.
  static let folder = "portico-cache"

  static func text(in folder: String) -> String {
    "var cache = \(ScriptRules.quoted(folder + NginxPurging.folder)), notes = cache + '/purges';\n"
      + script
  }

  private static let script = #"""
    // As much of a file as its key and its fields may take.
    var headBytes = 12288;
    // Time within which every fetch is complete, in milliseconds.
    var longestFetch = 300000;

    function pause(milliseconds) {
      return new Promise(function (done) { setTimeout(done, milliseconds); });
    }

    // Whether a URL is meant, be it by what follows the token.
    function isUnder(target, prefix) {
      return target.startsWith(prefix) || target.replace(/^\/[^\/]*/, '').startsWith(prefix);
    }

    // Whether a URL is the one of a path: with any query where the path has none, and with any token.
    function isAt(target, path) {
      return [target, target.replace(/^\/[^\/?]*/, '')].some(function (one) {
        return one === path || one.startsWith(path + '?');
      });
    }

    function hasTag(groups, tags) {
      var found = (groups || '').match(/"[^"]*"/g) || [];
      return found.some(function (one) { return tags[one] === true; });
    }

    // Reads the beginning of a file; answers how much it was.
    function read(path, buffer) {
      var file = fs.openSync(path, 'r');
      try {
        return fs.readSync(file, buffer, 0, headBytes, 0);
      } finally {
        fs.closeSync(file);
      }
    }

    function begins(buffer, start, bytes) {
      for (var i = 0; i < bytes.length; i++) if (buffer[start + i] !== bytes[i]) return false;
      return true;
    }

    // Whether what a file holds is meant.
    function isMeant(buffer, length, wanted) {
      var key = buffer.indexOf(wanted.keyMark) + wanted.keyMark.length;
      if (key < wanted.keyMark.length || key >= length) return false;
      var slash = buffer.indexOf(wanted.slash, key + 1), bar = buffer.indexOf(wanted.bar, key);
      for (var i = 0; i < wanted.starts.length; i++) {
        if (begins(buffer, key, wanted.starts[i])) return true;
        if (slash > 0 && slash < bar && begins(buffer, slash, wanted.starts[i])) return true;
      }
      var end = buffer.indexOf(wanted.end, key);
      if (wanted.few) {
        return wanted.few.some(function (tag) {
          var place = buffer.indexOf(tag, key);
          return place > 0 && place < end;
        });
      }
      var start = buffer.indexOf(wanted.groupsMark, key);
      if (start < 0 || start > end) return false;
      return hasTag(buffer.toString('utf8', start, buffer.indexOf('\r', start + 2)), wanted.tags);
    }

    // Removes what is meant; answers how much that was.
    async function remove(wanted) {
      var buffer = Buffer.alloc(headBytes), folders = [cache], count = 0, seen = 0;
      while (folders.length) {
        var folder = folders.pop(), names = fs.readdirSync(folder);
        for (var i = 0; i < names.length; i++) {
          if (names[i].length < 3) folders.push(folder + '/' + names[i]);
          if (names[i].length !== 32) continue;
          if (++seen % 50 === 0) await pause(0);
          try {
            var path = folder + '/' + names[i];
            if (isMeant(buffer, read(path, buffer), wanted)) {
              fs.unlinkSync(path);
              count++;
            }
          } catch (e) {
            // nginx has removed it meanwhile.
            if (e.code !== 'ENOENT') throw e;
          }
        }
      }
      return count;
    }

    // Writes a purge down for what is on its way, and forgets those that all of that is younger than.
    function note(purge) {
      fs.mkdirSync(notes, { recursive: true });
      var now = Date.now(), names = fs.readdirSync(notes);
      names.forEach(function (name) {
        if (parseInt(name, 10) < now - longestFetch) {
          try { fs.unlinkSync(notes + '/' + name); } catch (e) {}
        }
      });
      var path = notes + '/' + now + '-' + Math.random().toString(36).slice(2);
      fs.writeFileSync(path + '.new', JSON.stringify(purge));
      fs.renameSync(path + '.new', path + '.json');
    }

    // Whether what has come was asked for before a purge of it, so that it must not be kept.
    function outdated(r) {
      var names, begun = Math.round((Number(r.variables.msec) - Number(r.variables.request_time)) * 1000);
      try { names = fs.readdirSync(notes); } catch (e) { return ''; }
      var target = r.variables.portico_target, groups = r.variables.upstream_http_cache_groups;
      for (var i = 0; i < names.length; i++) {
        if (!names[i].endsWith('.json') || parseInt(names[i], 10) < begun) continue;
        try {
          var purge = JSON.parse(fs.readFileSync(notes + '/' + names[i]));
          if (purge.prefix && isUnder(target, purge.prefix)) return '1';
          if (purge.path && isAt(target, purge.path) || hasTag(groups, purge.tags)) return '1';
        } catch (e) {
          // One that was forgotten just now is older than this.
          if (e.code !== 'ENOENT') return '1';
        }
      }
      return '';
    }

    // PURGE: a URL, all that begin so (`/items/*`), and whatever has a tag that the field x-purge-tags or
    // the body names.
    async function purge(r) {
      var target = r.variables.request_uri, said = (all(r, 'x-purge-tags') || '') + ' ' + (r.requestText || '');
      var names = said.split(/[\s,]+/).filter(Boolean), tags = {}, count = 0;
      names.forEach(function (name) { tags['"' + name + '"'] = true; });
      var path = target.endsWith('*') ? '' : target, prefix = path || names.length ? '' : target.slice(0, -1);
      try {
        note({ path: path, prefix: prefix, tags: tags });
        // An answer that came just before the note may still be on its way into a file.
        await pause(100);
        count = await remove({
          starts: (path ? [path + '|', path + '?'] : [prefix]).filter(Boolean).map(function (one) { return Buffer.from(one); }),
          few: names.length > 16 ? undefined : Object.keys(tags).map(function (tag) { return Buffer.from(tag); }),
          tags: tags, keyMark: Buffer.from('\nKEY: '), groupsMark: Buffer.from('\r\ncache-groups:'),
          end: Buffer.from('\r\n\r\n'), slash: Buffer.from('/'), bar: Buffer.from('|')
        });
      } catch (e) {
        r.return(500, 'not everything is let go of: ' + e.message + '\n');
        return;
      }
      r.headersOut['x-purged'] = String(count);
      r.return(200, '');
    }

    """#
}
