// SPDX-License-Identifier: Apache-2.0

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
