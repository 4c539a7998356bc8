// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The script's functions that reduce Accept to one of a few texts, for caches that ignore `Vary`, and
/// that add missing names to `Vary`.
enum ScriptFormat {
  static let text = """
    // Returns the format that a request accepts; nothing where that takes a closer look.
    function format(accept) {
      if (!accept) return \(ScriptRules.quoted(AnswerFormat.standard.mediaType));
      if (\(ScriptRules.expression(FormatPatterns.isOther)).test(accept)) return accept;
      if (\(ScriptRules.expression(FormatPatterns.needsGateway))i.test(accept)) return undefined;
      var isStandard = \(ScriptRules.expression(FormatPatterns.acceptsStandard)).test(accept);
      return isStandard ? \(ScriptRules.quoted(AnswerFormat.standard.mediaType)) : undefined;
    }

    // The names of a list that another one lacks.
    function missing(names, said) {
      var known = (said || '').toLowerCase().split(/[ \\t]*,[ \\t]*/);
      return names.split(', ').filter(function (name) { return known.indexOf(name.toLowerCase()) < 0; }).join(', ');
    }


    """
}

/// The script's function that finds whether the site names an origin, for caches that ignore `Vary`.
struct ScriptOrigins {
  private let rules: EdgeRuleSet

  init(_ rules: EdgeRuleSet) { self.rules = rules }

  var text: String {
    let pattern = rules.originsPattern.map(ScriptRules.expression)
    let found = pattern.map { "\($0).test(origin || '') ? origin : ''" } ?? "''"
    return """
      // The origin, where answers differ by it.
      function namedOrigin(origin) { return \(found); }


      """
  }
}
