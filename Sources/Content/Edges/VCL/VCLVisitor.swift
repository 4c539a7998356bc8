// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The subroutines that read the visitor's app, version, country and device into fields of their own.
struct VCLVisitor {
  let rules: EdgeRuleSet
  let dialect: VCLDialect

  /// The subroutines; `portico_gate` only where the rules have a config document.
  var text: String {
    claims + place + version + (rules.groups.contains(where: \.isConfig) ? gate : "")
  }

  private static let key = "[a-z*][a-z0-9_.*-]*"
  private static let quoted = "\"[ !#-\\[\\]-~]*\""
  private static let token = "[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*"
  private static let number = "-?[0-9]+(?:\\.[0-9]+)*"

  /// Reads `X-App` where it is a plain dictionary; the last member of a name counts. Anything else is left
  /// to the gateway.
  private var claims: String {
    let numbers = "(?:version|build|session|installation)=(?:\(VCLVisitor.number))"
    let member =
      "(?:\(numbers)|\(VCLVisitor.key)=(?:\(VCLVisitor.quoted)|\(VCLVisitor.token)))"
    let whole = "^ *(?:\(member)[ \\t]*(?:,[ \\t]*\(member)[ \\t]*)*)?$"
    let names = ["app", "version", "build", "device", "languages", "country", "installation"]
    let members = names.map { name in
      let found = "^(?:(?:[^\",]|\"[^\"]*\")*,)*[ \\t]*\(name)=(\"[^\"]*\"|[^\", \\t]*).*$"
      return """
          if (req.http.X-App ~ {"\(found)"}) {
            set req.http.x-portico-\(name) = regsub(req.http.X-App, {"\(found)"}, "\\1");
          }

        """
    }.joined()
    return """
      sub portico_claims {
      \(names.map { "  set req.http.x-portico-\($0) = \"\";\n" }.joined())  if (!req.http.X-App) { return; }
        if (req.http.X-App !~ {"\(whole)"} || req.http.X-App ~ "^.{1025}") {
          \(VCLGroup.giveUp)
        }
      \(members)  if (req.http.x-portico-app != "" && req.http.x-portico-app !~ {"^"?[!-~]{1,128}"?$"}) { \(VCLGroup.giveUp) }
        if (req.http.x-portico-app == {"\"\""}) { \(VCLGroup.giveUp) }
      \(names.map { "  set req.http.x-portico-\($0) = regsuball(req.http.x-portico-\($0), {\"\"\"}, \"\");\n" }.joined())}


      """
  }

  private var place: String {
    let valid = "^\(AlternativesPattern(rules.countryCodes).pattern)$"
    func told(_ name: String, _ field: String?, _ change: String, _ pattern: String) -> String {
      let own = "  set req.http.x-portico-\(name) = std.\(change)(req.http.x-portico-\(name));\n"
      guard let field else { return own }
      return own + """
          if (req.http.x-portico-\(name) !~ "\(pattern)") { set req.http.x-portico-\(name) = std.\(change)(req.http.\(field)); }

        """
    }
    let devices = "^\(EdgePatterns.devices)$"
    let agents = EdgePatterns.userAgents.map { pattern, device in
      "if (req.http.x-portico-agent ~ {\"\(pattern)\"}) { set req.http.x-portico-device = \"\(device)\"; }"
    }.joined(separator: "\n    else ")
    return """
      sub portico_place {
      \(told("country", rules.countryField, "toupper", valid))  if (req.http.x-portico-country !~ "\(valid)") { set req.http.x-portico-country = ""; }
      \(told("device", rules.deviceField, "tolower", devices))  if (req.http.x-portico-device !~ "\(devices)") {
          set req.http.x-portico-device = "";
          set req.http.x-portico-agent = std.tolower(req.http.User-Agent);
          if (req.http.x-portico-agent ~ "^.{\(DeviceClass.maximumUserAgentBytes + 1)}") { set req.http.x-portico-agent = ""; }
          \(agents)
          unset req.http.x-portico-agent;
        }
      }


      """
  }

  /// Writes a version as four numbers or more with a dot behind each; `!` leaves it to the gateway.
  private var version: String {
    let plain = "^[ \\t]*[vV]?([0-9]{1,9}(?:\\.[0-9]{1,9})*)(?:\\+.*|[ \\t]+\\(.+\\))?[ \\t]*$"
    return """
      sub portico_version {
        if (req.http.x-portico-version != "") {
          if (req.http.x-portico-version ~ "\(plain)" && req.http.x-portico-version !~ "^.{65}") {
            set req.http.x-portico-version = regsub(req.http.x-portico-version, "\(plain)", "\\1") + ".0.0.0.0.";
            set req.http.x-portico-version = regsuball(req.http.x-portico-version, "(^|\\.)0+([0-9])", "\\1\\2");
          } else {
            set req.http.x-portico-version = "!";
          }
        }
        if (req.http.x-portico-build != "") {
          if (req.http.x-portico-build ~ "^[0-9]{1,15}$") {
            set req.http.x-portico-build = regsub(req.http.x-portico-build, "^0+([0-9])", "\\1");
          } else {
            set req.http.x-portico-build = "!";
          }
        }
      }


      """
  }

  /// Writes the X-App under which the config document is asked for into `x-portico-gate`, by the first
  /// rule for the app.
  private var gate: String {
    let branches = rules.gates.map { gate in
      let name = "^\(AlternativesPattern.escaped(gate.app))$"
      let isMeant = "req.http.x-portico-app ~ \"\(gate.isOnly ? "^$|\(name)" : name)\""
      var steps: [String] = []
      if !gate.blockedBuilds.isEmpty {
        let builds = AlternativesPattern(gate.blockedBuilds.map { "\($0)" }).pattern
        steps.append(
          "if (req.http.x-portico-build ~ \"^\(builds)$\") { \(set(gate.requiredClaim)) }"
        )
      }
      steps.append("if (req.http.x-portico-version == \"\") { return; }")
      if let minimum = gate.minimum {
        steps.append(below(minimum, gate.requiredClaim))
      }
      if let recommended = gate.recommended {
        steps.append(below(recommended, gate.recommendedClaim))
      }
      return "  if (\(isMeant)) {\n\(steps.map { "    \($0)\n" }.joined())  }\n"
    }.joined()
    return """
      sub portico_gate {
        set req.http.x-portico-gate = "";
        if (req.http.x-portico-build == "!" || req.http.x-portico-version == "!") { \(VCLGroup.giveUp) }
      \(branches)}


      """
  }

  private func below(_ numbers: [UInt32], _ claim: String) -> String {
    "if (req.http.x-portico-version !~ \"^\(NumberPattern.from(numbers))\") { \(set(claim)) }"
  }

  private func set(_ claim: String) -> String {
    "set req.http.x-portico-gate = {\"\(claim)\"}; return;"
  }
}
