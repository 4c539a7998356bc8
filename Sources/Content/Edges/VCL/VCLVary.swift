// SPDX-License-Identifier: Apache-2.0

/// The subroutine that adds the fields by which the edge chose to an answer's `Vary`, unless they are in
/// it.
struct VCLVary {
  let rules: EdgeRuleSet
  let dialect: VCLDialect

  var text: String {
    let steps = names.map { name in
      let field = AlternativesPattern.escaped(name)
      return """
            if (req.http.x-portico-vary ~ "(?:^|, )\(field)(?:,|$)" && resp.http.Vary !~ "(?i)(?:^|[, \\t])\(field)(?:[, \\t]|$)") {
              set resp.http.Vary = resp.http.Vary + ", \(name)";
            }

        """
    }.joined()
    return """
      sub portico_vary {
        if (resp.http.Vary && req.http.x-portico-vary != "") {
          \(dialect.collect("resp.http.Vary"))
      \(steps)  }
      }


      """
  }

  /// The fields of all groups, each once.
  private var names: [String] {
    var names: [String] = []
    for name in rules.groups.flatMap(\.fields) where !names.contains(name) { names.append(name) }
    return names
  }
}
