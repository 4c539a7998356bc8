// SPDX-License-Identifier: Apache-2.0

/// Writes a configuration to be included in nginx's `http`, and a script beside it. Debian's nginx-light
/// needs the module libnginx-mod-http-js.
///
/// The script reads X-App and Accept-Language, since nginx's variables have the first line of a field only,
/// and `map` cannot order languages. It is not called for requests whose path has a token.
package enum NginxWriter: EdgeWriter {
  package static let name = "nginx"
  package static let summary = "an nginx server with a cache, and its script"

  static let script = "portico.js"

  package static func parts(
    _ rules: EdgeRuleSet,
    _ settings: ExportSettings
  ) -> [EdgePart] {
    [
      EdgePart(
        name: "configuration",
        file: "portico.conf",
        text: head(rules, settings) + maps(rules) + server(rules, settings)
      ),
      EdgePart(name: "script", file: script, text: NginxScript.text(rules, in: settings.folder)),
    ]
  }

  private static func head(_ rules: EdgeRuleSet, _ settings: ExportSettings) -> String {
    """
    # nginx in front of portico; the rules are \(rules.name). Include this in http { }.
    # Debian: nginx-light libnginx-mod-http-js

    js_import portico from \(settings.folder)\(script);
    js_set $portico_script portico.visited;
    js_set $portico_accept portico.accepted;
    js_set $portico_lifetime portico.lifetime;
    js_set $portico_varied portico.varied;
    js_set $portico_outdated portico.outdated;

    proxy_cache_path \(settings.folder)\(NginxPurging.folder) levels=1:2 keys_zone=portico:64m max_size=4g
                     inactive=7d use_temp_path=off;

    \(hashSize(rules))upstream portico {
        server \(settings.originHost):\(settings.originPort);
        keepalive 32;
    }


    """
  }

  private static func maps(_ rules: EdgeRuleSet) -> String {
    let known = EdgePatterns.paths(rules.paths)
    let open = known.map { ($0.pattern, rules.groups[$0.group]) }
      .filter { !$1.isConfig && !$1.isPersonal }.map(\.0)
    let named = open.map { "\(EdgePatterns.token)/\($0)" }
    func lines(_ patterns: [String], _ value: String) -> String {
      patterns.map { "    \"~^/\($0)(?:\\?|$)\" \(value);\n" }.joined()
    }
    return """
      # A path with a token names its visitors itself.
      map $request_uri $portico_is_named {
      \(lines(known.map(\.pattern), "\"\""))\(lines(named, "1"))    default "";
      }
      map $portico_is_named $portico_visit {
          1 "$request_uri\\n\\n\\n";
          default $portico_script;
      }
      map $portico_visit $portico_target { "~^(?<target>[^\\n]*)" $target; }
      map $portico_visit $portico_app { "~^[^\\n]*\\n(?<app>[^\\n]*)" $app; }
      map $portico_visit $portico_vary { "~^(?:[^\\n]*\\n){2}(?<vary>[^\\n]+)" $vary; default ""; }
      map $portico_visit $portico_raw { "~\\n(?<raw>raw .*)$" $raw; default ""; }

      # A request that goes on as it came takes with it what the gateway chooses by.
      map $portico_raw $portico_languages { "" ""; default $http_accept_language; }
      map $portico_raw $portico_agent { "" ""; default $http_user_agent; }
      map $portico_raw $portico_forwarded { "" ""; default $proxy_add_x_forwarded_for; }
      \(places(rules).map { "map $portico_raw \($0.variable) { \"\" \"\"; default \($0.said); }\n" }.joined())
      map $http_accept_encoding $portico_coding {
          "~*q[ \\t]*=[ \\t]*0(?:\\.0*)?[ \\t]*(?:,|;|$)" "";
          "~*(?:^|[, \\t])br(?:$|[,; \\t])" br;
          "~*(?:^|[, \\t])zstd(?:$|[,; \\t])" zstd;
          "~*(?:^|[, \\t])gzip(?:$|[,; \\t])" gzip;
          default "";
      }
      \(origins(rules))\(personal(rules, known))\(NginxPass.maps(rules, known: known.map(\.pattern)))

      """
  }

  /// The variables with Cookie and Authorization, for documents whose services see them; answers to such
  /// requests are not kept.
  private static func personal(
    _ rules: EdgeRuleSet,
    _ known: [(pattern: String, group: Int)]
  ) -> String {
    guard rules.showsCredentials else { return "" }
    let lines = ["", "\(EdgePatterns.token)/"].flatMap { token in
      known.map { pattern, group in
        let value = rules.groups[group].isPersonal ? "1" : "\"\""
        return "    \"~^/\(token)\(pattern)(?:\\?|$)\" \(value);\n"
      }
    }
    let fields = personalFields.map { field, variable, said in
      "map $portico_is_personal \(variable) { 1 \(said); default \"\"; }\n"
    }
    return """
      map $request_uri $portico_may_be_personal {
      \(lines.joined())    default "";
      }
      map "$portico_may_be_personal$http_cookie$http_authorization" $portico_is_personal { "~^1." 1; default ""; }
      \(fields.joined())
      """
  }

  private static let personalFields: [(field: String, variable: String, said: String)] = [
    ("Cookie", "$portico_cookie", "$http_cookie"),
    ("Authorization", "$portico_authorization", "$http_authorization"),
  ]

  /// The variable with the Origin of a request, if the site names it; it is a part of the key.
  private static func origins(_ rules: EdgeRuleSet) -> String {
    guard !rules.originPatterns.isEmpty else { return "" }
    let lines = rules.originPatterns.map { "    \"~^\($0)$\" $http_origin;\n" }.joined()
    return "map $http_origin $portico_origin {\n\(lines)    default \"\";\n}\n"
  }

  private static func server(_ rules: EdgeRuleSet, _ settings: ExportSettings) -> String {
    let isKeyedByOrigin = !rules.originPatterns.isEmpty
    let allowed = settings.purgers.map { "        allow \($0);\n" }.joined()
    return """
      server {
          listen 8000;
      \(names(rules))    server_tokens off;
          proxy_http_version 1.1;

          location / {
      \(NginxPass.purging)\(NginxPass.redirection(rules))        proxy_pass http://portico$portico_target;
              proxy_cache portico;
              # The first part is the URL as links write it; nothing but the key tells answers apart.
              proxy_cache_key "$portico_target|$portico_app|$portico_accept|$portico_coding|$portico_raw|$host\(isKeyedByOrigin ? "|$portico_origin" : "")";
              proxy_cache_methods GET HEAD;
              # What was asked for before a purge of it is not kept after it.
              proxy_no_cache $portico_outdated\(rules.showsCredentials ? " $portico_is_personal" : "");
      \(rules.showsCredentials ? "        proxy_cache_bypass $portico_is_personal;\n" : "")        # The tags of an answer take 8 KB, and are what it is let go by.
              proxy_buffer_size 16k;
              proxy_buffers 8 16k;
              proxy_busy_buffers_size 32k;
              proxy_cache_lock on;
              proxy_cache_lock_timeout 10s;
              proxy_cache_lock_age 10s;
              proxy_cache_revalidate on;
              proxy_cache_background_update on;
              # While an answer is fetched again, or nobody can be reached, a stale one stands in as its
              # Cache-Control says. Where the gateway answers with an error nginx knows no such bound.
              proxy_cache_use_stale http_500 http_502 http_503 http_504;
              proxy_ignore_headers Vary Set-Cookie;
              proxy_hide_header Cache-Control;
              proxy_hide_header Set-Cookie;
      \(NginxPass.common(rules))        proxy_set_header Connection "";
        proxy_set_header Accept $portico_accept;
              proxy_set_header Accept-Encoding $portico_coding;
              proxy_set_header Accept-Language $portico_languages;
              proxy_set_header User-Agent $portico_agent;
              proxy_set_header X-App $portico_app;
              proxy_set_header X-Forwarded-For $portico_forwarded;
      \(credentials(rules))\(isKeyedByOrigin ? "        proxy_set_header Origin $portico_origin;\n" : "")\(places(rules).map { "        proxy_set_header \($0.field) \($0.variable);\n" }.joined())        proxy_hide_header X-Accel-Expires;
              add_header Cache-Control $portico_lifetime always;
              add_header Vary $portico_varied always;
              add_header X-Cache $upstream_cache_status always;
              proxy_connect_timeout 2s;
              error_page 502 504 = @portico_closed;
          }

          location @portico_closed {
              js_content portico.closed;
          }

      \(NginxPass.locations(rules))    location = /portico-purge {
              internal;
      \(allowed)        deny all;
              client_max_body_size 256k;
              client_body_buffer_size 256k;
              js_content portico.purge;
          }
      }

      """
  }

  /// The line for names that are longer than nginx expects.
  private static func hashSize(_ rules: EdgeRuleSet) -> String {
    let isLong = rules.hosts.contains { $0.text.utf8.count > usualNameBytes }
    return isLong ? "server_names_hash_bucket_size 512;\n\n" : ""
  }

  private static let usualNameBytes = 40

  /// The line with the hosts of the site; without one nginx answers for every host.
  private static func names(_ rules: EdgeRuleSet) -> String {
    let names = Set(rules.hosts.map(\.text)).sorted()
    return names.isEmpty ? "" : "    server_name \(names.joined(separator: " "));\n"
  }

  /// The fields with country and device, and their variables.
  private static func places(
    _ rules: EdgeRuleSet
  ) -> [(field: String, variable: String, said: String)] {
    [rules.countryField, rules.deviceField].compactMap(\.self).map { field in
      let name = field.map { $0 == "-" ? "_" : String($0) }.joined()
      return (field, "$portico_\(name)", "$http_\(name)")
    }
  }

  private static func credentials(_ rules: EdgeRuleSet) -> String {
    personalFields.map { field, variable, _ in
      "        proxy_set_header \(field) \(rules.showsCredentials ? variable : "\"\"");\n"
    }.joined()
  }
}
