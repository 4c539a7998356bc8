// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// Writes VCL in Fastly's dialect, for a service whose only backend is the gateway.
///
/// Fastly purges by `Surrogate-Key` and serves stale answers by itself, so the VCL adds only the visitors'
/// tokens and the maintenance pages for an outage.
package enum FastlyWriter: EdgeWriter {
  package static let name = "fastly"
  package static let summary = "VCL in Fastly's dialect"

  /// The limit of a file of VCL.
  package static let maximumBytes: Int? = 1_000_000

  package static func parts(
    _ rules: EdgeRuleSet,
    _ settings: ExportSettings
  ) -> [EdgePart] {
    let text = """
      # Fastly in front of portico; the rules are \(rules.name).
      # Backends, TLS and shielding are the service's own; this is its main VCL.


      """ + table(rules) + VCLNormalisation(rules: rules, dialect: .fastly).text
      + VCLVary(rules: rules, dialect: .fastly).text + flow(rules)
    return [EdgePart(name: "vcl", file: "portico-fastly.vcl", text: text)]
  }

  /// The maintenance pages for an outage, by language.
  private static func table(_ rules: EdgeRuleSet) -> String {
    let rows = rules.languages.enumerated().map { number, language in
      let page = rules.closing.opening(rules.closing.messages[number])
      return "  \"\(language)\": \(VCLText.literal(page)),\n"
    }
    return "table portico_pages {\n\(rows.joined())}\n\n"
  }

  private static func flow(_ rules: EdgeRuleSet) -> String {
    let passes = VCLPasses(rules: rules, dialect: .fastly)
    let country = rules.countryField.map {
      "    set req.http.\($0) = client.geo.country_code;\n"
    }
    return """
      sub vcl_recv {
        #FASTLY recv
        if (fastly.ff.visits_this_service == 0 && req.restarts == 0) {
          set req.http.\(EdgeRuleSet.field) = "\(rules.name)";
      \(country ?? "")    set req.http.x-portico-asked = req.url;
          set req.http.x-portico-kind = "";
          set req.http.x-portico-vary = "";
          if (\(passes.mayBeForDocument)) { call portico_normalise; }
        }
      \(passes.text)  if \(VCLDialect.fastly.isUncachedMethod) { return(pass); }
        if (req.http.x-portico-kind != "named" && (req.http.Cookie || req.http.Authorization)) { return(pass); }
        return(lookup);
      }

      sub vcl_hash {
        set req.hash += req.url;
        set req.hash += req.http.host;
        if (req.http.x-portico-kind == "named" && req.http.X-App) { set req.hash += req.http.X-App; }
        #FASTLY hash
        return(hash);
      }

      sub vcl_fetch {
        #FASTLY fetch
        if (beresp.status >= 500 && beresp.status < 600 && stale.exists) { return(deliver_stale); }
        if (beresp.http.Cache-Control ~ "private|no-store" || beresp.http.Set-Cookie) { return(pass); }
        # It does not say how long it is fresh.
        if (beresp.http.Cache-Control !~ "max-?age=" && !beresp.http.Surrogate-Control && !beresp.http.Expires) { return(pass); }
        return(deliver);
      }

      sub vcl_deliver {
        #FASTLY deliver
        if (fastly.ff.visits_this_service == 0) {
          call portico_vary;
          unset resp.http.Surrogate-Key;
        }
        return(deliver);
      }

      sub vcl_error {
        #FASTLY error
        if (obj.status == 503 || obj.status == 502 || obj.status == 504) {
          if (stale.exists) { return(deliver_stale); }
          set obj.status = 503;
          set obj.http.Content-Type = "\(AnswerFormat.standard.mediaType)";
          set obj.http.Cache-Control = "public, max-age=\(ClosingPages.age)";
          set obj.http.Vary = "Accept-Language, X-App";
          set obj.http.Retry-After = "\(ClosingPages.retryAfter)";
          set obj.http.x-portico-expire = strftime({"%s"}, time.add(now, \(ClosingPages.age)s));
          synthetic table.lookup(portico_pages, regsub(req.url, "^/([a-z-]+).*$", "\\1"), \(VCLText.literal(rules.closing.opening(rules.closing.message)))) obj.http.x-portico-expire \(VCLText.literal(ClosingPages.ending));
          return(deliver);
        }
      }

      """
  }
}
