// SPDX-License-Identifier: Apache-2.0

/// The subroutine `portico_normalise` of Varnish and Fastly: adds the visitor's token to a URL without
/// one, as links have it.
///
/// Afterwards `x-portico-kind` is `named` where the URL alone decides the answer, `raw` where the request
/// is left to the gateway unchanged, and empty where the path is no document's. `x-portico-vary` names the
/// fields that decided.
struct VCLNormalisation {
  let rules: EdgeRuleSet
  let dialect: VCLDialect

  /// The subroutines; only those that are called, since Varnish refuses others.
  var text: String {
    let chosen = rules.groups.indices.filter(isChosen)
    guard !chosen.isEmpty else { return main }
    return VCLLanguages(rules: rules, dialect: dialect).text
      + VCLVisitor(rules: rules, dialect: dialect).text
      + chosen.map { VCLGroup(rules: rules, number: $0).text }.joined() + visitor + main
  }

  private func isChosen(_ number: Int) -> Bool {
    rules.groups[number].tellsApart || rules.groups[number].isConfig
  }

  private var visitor: String {
    """
    sub portico_visitor {
      set req.http.x-portico-chain = "";
      set req.http.x-portico-count = "";
      call portico_claims;
      if (req.http.x-portico-raw == "1") { return; }
      call portico_version;
      call portico_place;
      if (req.http.x-portico-languages != "") {
        set req.http.x-portico-list = req.http.x-portico-languages;
        call portico_languages;
      }
      if (req.http.Accept-Language) {
        set req.http.x-portico-list = req.http.Accept-Language;
        call portico_languages;
      }
    }


    """
  }

  private static let queried =
    "[?&](?:[^=&]*%[^=&]*|app|version|build|device|languages|country|installation|session)(?:=|&|$)"

  private var main: String {
    let paths = EdgePatterns.paths(rules.paths)
    let own = paths.map { pattern, number in
      "if (req.url ~ {\"^/\(pattern)(?:\\?|$)\"}) {\n\(unlessPersonal(number, chosen(number)))  }"
    }
    let named = paths.map { pattern, number in
      let path = "^/\(EdgePatterns.token)/\(pattern)(?:\\?|$)"
      return "if (req.url ~ {\"\(path)\"}) {\n\(unlessPersonal(number, given(number)))  }"
    }
    let places = [rules.countryField, rules.deviceField].compactMap(\.self)
    let fields = (["X-App", "Accept-Language", "Accept"] + places).map {
      "  \(dialect.collect("req.http.\($0)"))\n"
    }.joined()
    let strips =
      ["Accept-Language", "X-App", "User-Agent", "Cookie", "Authorization"] + places
    return """
      sub portico_normalise {
        set req.http.x-portico-kind = "";
        set req.http.x-portico-vary = "";
        set req.http.x-portico-raw = "";
        set req.http.x-portico-gate = "";
        set req.http.x-portico-token = "";
      \(fields)  \((own + named).joined(separator: "\n  else "))
        if (req.http.x-portico-kind == "named") {
      \(strips.map { "    unset req.http.\($0);\n" }.joined())    if (req.http.x-portico-gate != "") { set req.http.X-App = req.http.x-portico-gate; }
        }
      \(origins)  if (\(unlessPassed)req.http.Accept ~ "\(FormatPatterns.acceptsStandard)" && req.http.Accept !~ "(?i)\(FormatPatterns.needsGateway)") {
          unset req.http.Accept;
        }
      \(temporary.map { "  unset req.http.x-portico-\($0);\n" }.joined())}


      """
  }

  /// The condition for a document, where other paths go along the pass `/` unchanged.
  private var unlessPassed: String {
    rules.passes.contains(where: \.prefix.isEmpty) ? "req.http.x-portico-kind != \"\" && " : ""
  }

  /// Removes Origin from requests for documents, unless the site names the origin.
  private var origins: String {
    rules.originsPattern.map { pattern in
      """
        if (req.http.x-portico-kind != "" && req.http.Origin !~ {"\(pattern)"}) {
          unset req.http.Origin;
        }

      """
    } ?? ""
  }

  private var temporary: [String] {
    [
      "raw", "gate", "token", "words", "chain", "count", "app", "version", "build", "device",
      "languages", "country", "installation",
    ]
  }

  /// Leaves requests with a cookie or Authorization to the gateway, where a service is to see them.
  private func unlessPersonal(_ number: Int, _ steps: String) -> String {
    guard rules.groups[number].isPersonal else { return steps }
    return """
          if (req.http.Cookie || req.http.Authorization) {
            set req.http.x-portico-kind = "raw";
          } else {
      \(steps)    }

      """
  }

  /// The steps for a path without a token.
  private func chosen(_ number: Int) -> String {
    let group = rules.groups[number]
    guard isChosen(number) else { return "    set req.http.x-portico-kind = \"named\";\n" }
    let gate = group.isConfig ? "call portico_gate; " : ""
    return """
          if (req.url ~ "\(VCLNormalisation.queried)") {
            set req.http.x-portico-kind = "raw";
          } else {
            call portico_visitor;
            if (req.http.x-portico-raw != "1") { \(gate)call portico_group_\(number); }
            if (req.http.x-portico-raw == "1") {
              set req.http.x-portico-kind = "raw";
            } else {
              set req.http.x-portico-kind = "named";
              set req.http.x-portico-vary = "\(group.fields.joined(separator: ", "))";
              set req.url = "/" + req.http.x-portico-token + req.url;
            }
          }

      """
  }

  /// The steps for a path with a token. The config document depends on the app besides; an X-App that
  /// cannot be read is left as it is.
  private func given(_ number: Int) -> String {
    guard rules.groups[number].isConfig else {
      return "    set req.http.x-portico-kind = \"named\";\n"
    }
    return """
          set req.http.x-portico-kind = "named";
          if (req.url ~ "\(VCLNormalisation.queried)") {
            set req.http.x-portico-raw = "1";
          } else {
            call portico_claims;
          }
          if (req.http.x-portico-raw != "1") { call portico_version; call portico_gate; }
          if (req.http.x-portico-raw == "1") { set req.http.x-portico-gate = req.http.X-App; }

      """
  }
}
