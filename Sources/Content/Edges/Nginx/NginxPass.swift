// SPDX-License-Identifier: Apache-2.0

/// The locations for the paths of one pass.
struct NginxPass {
  let rule: PassRule
  let rules: EdgeRuleSet

  private static let rest = "/portico-rest"
  /// Seconds that nginx waits for an answer by default.
  private static let standardTimeout = 60

  /// The fields of every request to the gateway. A location that sets fields inherits none, so each
  /// repeats them.
  static func common(_ rules: EdgeRuleSet) -> String {
    """
            proxy_set_header Host $host;
            proxy_set_header \(EdgeRuleSet.field) \(rules.name);

    """
  }

  /// The maps with the variables of the locations.
  static func maps(_ rules: EdgeRuleSet, known patterns: [String]) -> String {
    var text = ""
    if rules.passes.contains(where: { $0.webSocketIdle != nil }) {
      text += """
        map $http_upgrade $portico_upgrade { "~*^websocket$" websocket; default ""; }
        map $portico_upgrade $portico_connection { "" ""; default upgrade; }

        """
    }
    if !rules.hosts.isEmpty {
      let lines = rules.hosts.map { "    \"~^\($0.pattern)$\" \"\";\n" }
      text += "map $host $portico_is_other {\n\(lines.joined())    default 1;\n}\n"
    }
    if hasRest(rules) {
      let lines = ["", "\(EdgePatterns.token)/"].flatMap { token in
        patterns.map { "    \"~^/\(token)\($0)(?:\\?|$)\" \"\";\n" }
      }
      text += "map $request_uri $portico_is_rest {\n\(lines.joined())    default 1;\n}\n"
    }
    return text
  }

  /// The line that sends purges to the script, in every location that forwards requests.
  static let purging = "        if ($request_method = PURGE) { rewrite ^ /portico-purge last; }\n"

  /// The lines that send paths that are no document's to the pass `/`, and other sites' hosts past the cache.
  static func redirection(_ rules: EdgeRuleSet) -> String {
    let others = rules.hosts.isEmpty ? [] : ["$portico_is_other"]
    return (others + (hasRest(rules) ? ["$portico_is_rest"] : [])).map {
      "        if (\($0)) { rewrite ^ \(rest) last; }\n"
    }.joined()
  }

  /// The locations of all passes, and one for other sites' hosts.
  static func locations(_ rules: EdgeRuleSet) -> String {
    let needsRest = !rules.hosts.isEmpty && !hasRest(rules)
    let other = needsRest ? [PassRule(prefix: "", isKept: false, webSocketIdle: nil)] : []
    return (rules.passes + other).map { NginxPass(rule: $0, rules: rules).text }.joined()
  }

  private static func hasRest(_ rules: EdgeRuleSet) -> Bool {
    rules.passes.contains(where: \.prefix.isEmpty)
  }

  var text: String {
    let places =
      rule.prefix.isEmpty ? [" = \(NginxPass.rest)"] : [" = \(rule.prefix)", " ^~ \(rule.prefix)/"]
    return places.map { place in
      """
          location\(place) {
      \(rule.prefix.isEmpty ? "        internal;\n" : NginxPass.purging)        proxy_pass http://portico$request_uri;
      \(NginxPass.common(rules))\(upgrade)        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
              proxy_request_buffering off;
          }


      """
    }.joined()
  }

  private var upgrade: String {
    guard let idle = rule.webSocketIdle else {
      return "        proxy_set_header Connection \"\";\n"
    }
    return """
              proxy_set_header Upgrade $portico_upgrade;
              proxy_set_header Connection $portico_connection;
              proxy_read_timeout \(max(NginxPass.standardTimeout, idle + 10))s;

      """
  }
}
