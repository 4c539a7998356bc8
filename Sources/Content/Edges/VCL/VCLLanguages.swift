// SPDX-License-Identifier: Apache-2.0

// VCL has no loops and no lists. So one subroutine takes the first member off a list and is called for
// each member; a field for each first digit of a weight sorts them. Within one digit the weights must not
// rise, as they do not in what browsers send: a list in which they do is left to the gateway, and so is
// one with an unusual tag, unless the languages before it are sufficient.

/// The subroutines that read a list of languages into `x-portico-chain`, such as `~fr-ca~fr~en`, with `!`
/// for a tag that they do not know.
struct VCLLanguages {
  let rules: EdgeRuleSet
  let dialect: VCLDialect

  var text: String { tags + range + list }

  /// Replaces the tag in `x-portico-tag` by the published language for it, or by nothing.
  private var tags: String {
    var branches = rules.tags.map { rule in
      let language = rule.language.map { rules.languages[$0] } ?? ""
      return "if (req.http.x-portico-tag ~ \"\(EdgePatterns.tag(rule))\") {\n"
        + "    set req.http.x-portico-tag = \"\(language)\";\n  }"
    }
    branches.append("{\n    set req.http.x-portico-tag = \"\";\n  }")
    // The script zzzz says nothing.
    return """
      sub portico_tag {
        set req.http.x-portico-tag = regsub(req.http.x-portico-tag, "^([a-z]+)-zzzz", "\\1");
        if (req.http.x-portico-tag !~ "\(EdgePatterns.usualTag(rules))") {
          set req.http.x-portico-tag = "!";
        } else \(branches.joined(separator: " else "))
      }


      """
  }

  private static let digits = (0...9).reversed()

  /// Takes the first member off `x-portico-list`.
  private var range: String {
    let weight = "0(?:\\.[0-9]*)?|1(?:\\.(?:0{0,2}|0{3}[0-9]*))?"
    let buckets = VCLLanguages.digits.map { digit in
      let field = "req.http.x-portico-w\(digit)"
      let last = dialect.integer("regsub(\(field), \"^.*:\", \"\")")
      let now = dialect.integer("regsub(req.http.x-portico-q, \"^.\", \"\")")
      return """
        if (req.http.x-portico-q ~ "^\(digit)") {
            if (\(field) != "" && \(now) > \(last)) { set req.http.x-portico-raw = "1"; }
            set \(field) = \(field) + "~" + req.http.x-portico-tag + ":" + regsub(req.http.x-portico-q, "^.", "");
          }
        """
    }
    return """
      sub portico_range {
        set req.http.x-portico-tag = std.tolower(regsub(req.http.x-portico-list, "^[ \\t]*([^,;]*?)[ \\t]*(?:[,;].*)?$", "\\1"));
        set req.http.x-portico-q = "1";
        if (req.http.x-portico-list ~ "^[^,]*;") {
          if (req.http.x-portico-list ~ "^[^,;]*;[ \\t]*[qQ][ \\t]*=[ \\t]*(?:\(weight))[ \\t]*(?:,|$)") {
            set req.http.x-portico-q = regsub(req.http.x-portico-list, "^[^,;]*;[ \\t]*[qQ][ \\t]*=[ \\t]*([0-9.]+).*$", "\\1");
          } else {
            set req.http.x-portico-tag = "";
          }
        }
        set req.http.x-portico-list = regsub(req.http.x-portico-list, "^[^,]*,?", "");
        if (req.http.x-portico-tag == "*") {
          if (req.http.x-portico-q ~ "^0(?:\\.(?:0{0,2}|0{3}[0-9]*))?$") { return; }
        } else if (req.http.x-portico-tag ~ "^.?$" || req.http.x-portico-tag == "und") {
          return;
        } else if (req.http.x-portico-q ~ "^0(?:\\.(?:0{0,2}|0{3}[0-9]*))?$") {
          set req.http.x-portico-raw = "1";
          return;
        } else {
          set req.http.x-portico-count = req.http.x-portico-count + "x";
          call portico_tag;
          if (req.http.x-portico-tag == "") { return; }
        }
        if (req.http.x-portico-q ~ "^1") {
          set req.http.x-portico-w = req.http.x-portico-w + "~" + req.http.x-portico-tag + ":0";
          return;
        }
        set req.http.x-portico-q = regsub(regsub(req.http.x-portico-q, "^0\\.", "") + "000", "^(...).*$", "\\1");
        \(buckets.joined(separator: " else "))
      }


      """
  }

  /// Adds the languages of `x-portico-list` to `x-portico-chain`.
  private var list: String {
    let weights = ["w"] + VCLLanguages.digits.map { "w\($0)" }
    let clear = weights.map { "  set req.http.x-portico-\($0) = \"\";\n" }.joined()
    let call = "  if (req.http.x-portico-list != \"\") { call portico_range; }\n"
    let sum = weights.map { "req.http.x-portico-\($0)" }.joined(separator: " + ")
    let unset = (["tag", "q"] + weights).map { "  unset req.http.x-portico-\($0);\n" }.joined()
    return """
      sub portico_languages {
        if (req.http.x-portico-list ~ "^.{513}") { set req.http.x-portico-raw = "1"; }
        set req.http.x-portico-list = regsuball(req.http.x-portico-list, "_", "-");
      \(clear)\(String(repeating: call, count: 8))  if (req.http.x-portico-list != "") { set req.http.x-portico-raw = "1"; }
        if (req.http.x-portico-chain != "" && req.http.x-portico-count ~ "^x{9}") {
          set req.http.x-portico-chain = req.http.x-portico-chain + "~!";
        }
        set req.http.x-portico-list = regsub(\(sum), "~\\*.*$", "");
        set req.http.x-portico-chain = req.http.x-portico-chain + regsuball(req.http.x-portico-list, ":[0-9]+", "");
      \(unset)  unset req.http.x-portico-list;
      }


      """
  }
}
