// SPDX-License-Identifier: Apache-2.0

/// Writes the script that nginx calls for requests whose path has no token.
enum NginxScript {
  /// - Parameter folder: the folder of the script, with a slash at its end.
  static func text(_ rules: EdgeRuleSet, in folder: String) -> String {
    "// nginx in front of portico; the rules are \(rules.name).\n\nimport fs from 'fs';\n\n"
      + ScriptRules(rules).text + ScriptCore.text + ScriptFormat.text
      + ScriptPages(rules.closing).text + handlers(rules) + NginxPurging.text(in: folder) + answers
  }

  private static func handlers(_ rules: EdgeRuleSet) -> String {
    func field(_ name: String?) -> String {
      name.map { "all(r, \(ScriptRules.quoted($0)))" } ?? "undefined"
    }
    return #"""
      // A field as one text, however many lines it has.
      function all(r, name) {
        var values = [], pairs = r.rawHeadersIn;
        for (var i = 0; i < pairs.length; i++) {
          if (pairs[i][0].toLowerCase() === name) values.push(pairs[i][1]);
        }
        return values.length ? values.join(', ') : undefined;
      }

      // Path, what the app is said to be, the fields that decided, and what else the key needs, each on
      // a line, which no field has more than one of.
      function visited(r) {
        var target = r.variables.request_uri, mark = target.indexOf('?');
        var path = mark < 0 ? target : target.slice(0, mark);
        var query = mark < 0 ? '' : target.slice(mark + 1);
        var seen = {
          path: path, query: query, app: all(r, 'x-app'), acceptLanguage: all(r, 'accept-language'),
          country: \#(field(rules.countryField)), device: \#(field(rules.deviceField)),
          userAgent: all(r, 'user-agent'), credentials: all(r, 'cookie') || all(r, 'authorization')
        };
        var found = visit(seen);
        if (found) return [found.path + target.slice(path.length), found.app || '', found.vary, ''].join('\n');
        var raw = [seen.acceptLanguage, seen.app, seen.country, seen.device, seen.userAgent];
        return [target, seen.app || '', '', 'raw ' + raw.map(function (one) { return encodeURIComponent(one || ''); }).join(' ')].join('\n');
      }

      function accepted(r) { return format(all(r, 'accept')) || all(r, 'accept'); }

      """#
  }

  private static let answers = #"""
    // Remaining lifetime of an answer, by the clock by which nginx writes Date: a stored answer
    // states its lifetime from its creation.
    function lifetime(r) {
      var said = r.variables.upstream_http_cache_control, expires = r.variables.upstream_http_expires;
      if (!said || !expires || !/max-age=[0-9]+/.test(said)) return said || '';
      var left = Math.max(0, Math.round(Date.parse(expires) / 1000) - Math.floor(Number(r.variables.msec)));
      return said.replace(/max-age=[0-9]+/, 'max-age=' + left);
    }

    // The fields that decided, but for those that the gateway says itself.
    function varied(r) { return missing(r.variables.portico_vary, r.variables.upstream_http_vary); }

    function closed(r) {
      var asked = r.variables.request_uri.replace(/\?.*$/, '');
      var path = r.variables.portico_target.replace(/\?.*$/, '');
      var page = closing(asked, path, Math.floor(Date.now() / 1000));
      for (var name in page.headers) r.headersOut[name] = page.headers[name];
      r.return(page.status, page.body);
    }

    export default { visited: visited, accepted: accepted, lifetime: lifetime, varied: varied, closed: closed, outdated: outdated, purge: purge };

    """#
}
