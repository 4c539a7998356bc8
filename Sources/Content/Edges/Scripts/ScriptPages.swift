// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The script's function that makes the maintenance page for when the gateway cannot be reached.
struct ScriptPages {
  private let pages: ClosingPages

  init(_ pages: ClosingPages) { self.pages = pages }

  var text: String {
    let openings = pages.messages.map { ScriptRules.quoted(pages.opening($0)) }
    return """
      // The maintenance page in the language of a path's token.
      function closing(asked, path, now) {
        var openings = [\(openings.joined(separator: ", "))];
        var m = /^\\/([a-z-]+)[.~\\/]/.exec(path), number = m ? rules.languages.indexOf(m[1]) : -1;
        var isConfig = [asked, path].some(function (one) {
          var group = rules.groups[first(rules.paths, one)] || rules.groups[named(one)];
          return group !== undefined && group.config;
        });
        var opening = number < 0 ? \(ScriptRules.quoted(pages.opening(pages.message))) : openings[number];
        var headers = {
          'content-type': '\(AnswerFormat.standard.mediaType)', 'cache-control': 'public, max-age=\(ClosingPages.age)',
          'vary': 'Accept-Language, X-App'
        };
        if (number >= 0) headers['content-language'] = rules.languages[number];
        if (!isConfig) headers['retry-after'] = '\(ClosingPages.retryAfter)';
        return {
          status: isConfig ? 200 : 503, headers: headers,
          body: opening + (now + \(ClosingPages.age)) + \(ScriptRules.quoted(ClosingPages.ending))
        };
      }


      """
  }
}
