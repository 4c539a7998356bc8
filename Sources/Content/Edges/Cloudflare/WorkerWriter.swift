// SPDX-License-Identifier: Apache-2.0

/// Writes a module for Cloudflare Workers. It asks the gateway for the URL with the visitor's token and keeps
/// the answer in the worker's cache, by that URL and the accepted format; the answer to a request that is
/// left to the gateway is not kept, since that cache ignores `Vary`.
package enum WorkerWriter: EdgeWriter {
  package static let name = "worker"
  package static let summary = "a Cloudflare Worker, as a module"

  /// The limit of a worker on the free plan, where it counts after compression.
  package static let maximumBytes: Int? = 3_000_000

  package static func parts(
    _ rules: EdgeRuleSet,
    _ settings: ExportSettings
  ) -> [EdgePart] {
    let pages = ScriptPages(rules.closing).text
    let text = """
      // Cloudflare Worker in front of portico; the rules are \(rules.name).
      // Set the variable ORIGIN to the gateway's address, unless it is the one here.

      \(ScriptRules(rules).text)\(ScriptCore.text)\(ScriptFormat.text)\(ScriptOrigins(rules).text)\(pages)\(handler(rules, settings))
      """
    return [EdgePart(name: "module", file: "portico-worker.js", text: text)]
  }

  private static func handler(_ rules: EdgeRuleSet, _ settings: ExportSettings) -> String {
    let device = rules.deviceField.map { "headers.get(\(ScriptRules.quoted($0)))" } ?? "''"
    let countryField = rules.countryField.map { ScriptRules.quoted($0) }
    let told = countryField.map { "if (country) headers.set(\($0), country);\n    " } ?? ""
    let country = countryField == nil ? "''" : "(request.cf && request.cf.country) || ''"
    let origin = ScriptRules.quoted("http://\(settings.originHost):\(settings.originPort)")
    return """
      function prepared(request, url, country) {
        var headers = new Headers(request.headers), isRead = request.method === 'GET' || request.method === 'HEAD';
        headers.set('x-portico-rules', rules.name);
        var found = isRead ? visit({
          path: url.pathname, query: url.search.slice(1), app: headers.get('x-app'),
          acceptLanguage: headers.get('accept-language'), country: country, device: \(device),
          userAgent: headers.get('user-agent'),
          credentials: headers.get('cookie') || headers.get('authorization')
        }) : undefined;
        if (!found) {
          \(told)return { path: url.pathname, headers: headers };
        }
        ['accept-language', 'x-app', 'user-agent', 'cookie', 'authorization'].forEach(function (name) { headers.delete(name); });
        if (found.app) headers.set('x-app', found.app);
        // This cache keeps one answer a URL, so what a request accepts, and who may read the answer, is in
        // the URL too.
        var kind = format(headers.get('accept')), key = found.path + '?' + url.search.slice(1);
        var reader = namedOrigin(headers.get('origin'));
        if (!reader) headers.delete('origin');
        if (kind) headers.set('accept', kind);
        return {
          path: found.path, headers: headers, found: found,
          key: kind && key + '&portico=' + encodeURIComponent(kind + ' ' + found.app + ' ' + reader)
        };
      }

      export default {
        async fetch(request, env, context) {
          var url = new URL(request.url), country = \(country);
          var next = prepared(request, url, country), found = next.found;
          var origin = (env && env.ORIGIN) || \(origin);
          var key = next.key && request.method === 'GET' ? new Request(origin + next.key) : undefined;
          var answer = key ? await caches.default.match(key) : undefined;
          if (!answer) {
            try {
              answer = await fetch(origin + next.path + url.search, {
                method: request.method, headers: next.headers, body: request.body, redirect: 'manual'
              });
            } catch (failure) {
              return closed(url.pathname, next.path);
            }
            if (key && answer.status === 200) context.waitUntil(caches.default.put(key, answer.clone()));
          }
          if (!found || !found.vary) return answer;
          var headers = new Headers(answer.headers), more = missing(found.vary, headers.get('vary'));
          if (more) headers.append('vary', more);
          return new Response(answer.body, { status: answer.status, headers: headers });
        }
      };

      function closed(asked, path) {
        var page = closing(asked, path, Math.floor(Date.now() / 1000));
        return new Response(page.body, { status: page.status, headers: page.headers });
      }

      """
  }
}
