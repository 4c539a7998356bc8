// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Services

/// Writes a CloudFront Function for viewer requests, and the cache policy and the origin request policy that
/// go with it.
///
/// The function adds the token to the path, so that the URL is the cache key. A request that is left to the
/// gateway carries the fields by which the gateway chooses in `x-portico-fields`, which is in the key too. The
/// fields themselves reach the gateway by the origin request policy, without being in the key.
package enum CloudFrontWriter: EdgeWriter {
  package static let name = "cloudfront"
  package static let summary =
    "a CloudFront Function (runtime 2.0), a cache policy and an origin request policy"

  /// The limit of a function.
  package static let maximumBytes: Int? = 10_240

  package static func parts(
    _ rules: EdgeRuleSet,
    _ settings: ExportSettings
  ) -> [EdgePart] {
    let text = CompactScript.text(
      of: ScriptRules(rules).text + ScriptCore.text + origins(rules) + handler(rules)
    )
    return [
      EdgePart(name: "function", file: "portico-function.js", text: text),
      EdgePart(name: "policy", file: "portico-cache-policy.json", text: policy(rules)),
      EdgePart(
        name: "origin-policy",
        file: "portico-origin-request-policy.json",
        text: originPolicy(rules)
      ),
    ]
  }

  /// The function for origins, which is left out where the site names none, to save bytes.
  private static func origins(_ rules: EdgeRuleSet) -> String {
    rules.crossOrigin == nil ? "" : ScriptOrigins(rules).text
  }

  /// The function that CloudFront calls; it hands fields over in lower case, each with its values.
  private static func handler(_ rules: EdgeRuleSet) -> String {
    let country = rules.countryField.map { "value(\(ScriptRules.quoted($0)))" }
    let device = rules.deviceField.map { "value(\(ScriptRules.quoted($0)))" }
    let origin =
      rules.crossOrigin == nil
      ? "" : "    if (!namedOrigin(value('origin'))) delete headers.origin;\n"
    let removed =
      (["accept-language", "x-app", "user-agent", "cookie", "authorization"]
      + [rules.countryField, rules.deviceField].compactMap(\.self) + credentialFields(rules)).map {
        ScriptRules.quoted($0)
      }.joined(separator: ", ")
    return """
      function handler(event) {
        var request = event.request, headers = request.headers;
        function value(name) {
          var header = headers[name];
          if (!header) return '';
          return header.multiValue ? header.multiValue.map(function (one) { return one.value; }).join(', ') : header.value;
        }
        if (request.method !== 'GET' && request.method !== 'HEAD') return request;
        var found = visit({
          path: request.uri, query: Object.keys(request.querystring).join('&'),
          app: value('x-app'), acceptLanguage: value('accept-language'),
          country: \(country ?? "''"), device: \(device ?? "''"),
          userAgent: value('user-agent')\(rules.showsCredentials ? ",\n      credentials: value('authorization') || Object.keys(request.cookies).length" : "")
        });
        headers['x-portico-rules'] = { value: rules.name };
        if (found) {
      \(origin)    request.uri = found.path;
          [\(removed)].forEach(function (name) { delete headers[name]; });
          request.cookies = {};
          if (found.app) headers['x-app'] = { value: found.app };
          headers['x-portico-fields'] = { value: found.app || 'none' };
        } else {
          headers['x-portico-fields'] = { value: [value('accept-language'), value('x-app'), value('user-agent'), \(country ?? "''"), \(device ?? "''")].join('|') };
        }
        return request;
      }

      """
  }

  private static func policy(_ rules: EdgeRuleSet) -> String {
    // A preflight is told by what it asks, so the gateway has to see that.
    let preflight = rules.crossOrigin == nil ? [] : ["origin", "access-control-request-method"]
    let fields =
      ["x-portico-fields", "accept"] + [rules.countryField].compactMap(\.self) + preflight
      + (rules.credentials.authorization ? ["authorization"] : []) + credentialFields(rules)
    let items = fields.map { ScriptRules.quoted($0) }.joined(separator: ", ")
    return """
      {
        "Name": "portico",
        "Comment": "The key of portico's answers; the rules are \(rules.name)",
        "DefaultTTL": 0,
        "MaxTTL": 2592000,
        "MinTTL": 0,
        "ParametersInCacheKeyAndForwardedToOrigin": {
          "EnableAcceptEncodingGzip": true,
          "EnableAcceptEncodingBrotli": true,
          "HeadersConfig": {
            "HeaderBehavior": "whitelist",
            "Headers": { "Quantity": \(fields.count), "Items": [\(items)] }
          },
          "CookiesConfig": \(cookies(rules.credentials)),
          "QueryStringsConfig": { "QueryStringBehavior": "all" }
        }
      }

      """
  }

  /// Forwards all fields but Host, which names the origin there. The function removes from requests for
  /// documents what is not in the key; cookies are forwarded as the cache policy says.
  private static func originPolicy(_ rules: EdgeRuleSet) -> String {
    """
    {
      "Name": "portico",
      "Comment": "What portico chooses by; the rules are \(rules.name)",
      "HeadersConfig": {
        "HeaderBehavior": "allExcept",
        "Headers": { "Quantity": 1, "Items": ["host"] }
      },
      "CookiesConfig": { "CookieBehavior": "none" },
      "QueryStringsConfig": { "QueryStringBehavior": "all" }
    }

    """
  }

  /// The fields beside Authorization by which services know visitors, each once.
  private static func credentialFields(_ rules: EdgeRuleSet) -> [String] {
    Set(rules.credentials.fields.map(\.description)).sorted()
  }

  /// The cookies that reach the gateway. The function removes them from requests for documents whose
  /// services do not see them.
  private static func cookies(_ credentials: CredentialSelection) -> String {
    switch credentials.cookies {
    case .none: return #"{ "CookieBehavior": "none" }"#
    case .all: return #"{ "CookieBehavior": "all" }"#
    case .named(let names):
      let items = names.map(ScriptRules.quoted).joined(separator: ", ")
      return """
        { "CookieBehavior": "whitelist", "Cookies": { "Quantity": \(names.count), "Items": [\(items)] } }
        """
    }
  }
}
