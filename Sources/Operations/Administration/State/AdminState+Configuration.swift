// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentResolution
import DataFiles
import Editions
import HTTPServer
import Reactor
import Serving
import Sites

extension AdminState {
  /// The configuration in effect, without secrets.
  var configuration: DataValue {
    .members([
      ("version", .text(Release.version)),
      ("listeners", .texts(process.server.addresses.map { "\($0)" })),
      ("limits", AdminState.written(process.limits)),
      (
        "operators",
        .members([
          ("listener", .text("\(access.address)")), ("tls", .boolean(access.isSecure)),
          (
            "tokens",
            .list(
              access.tokens.map { file in
                .members([
                  ("name", .text(file.name)), ("role", .text(file.role.rawValue)),
                  ("file", .text(file.path)),
                ])
              }
            )
          ),
        ])
      ),
      ("sites", .list(services.sites.map { AdminState.site($0) })),
    ])
  }

  private static func written(_ limits: ServerLimits) -> DataValue {
    let timeouts = limits.timeouts
    return .members([
      ("connections", .number(limits.connections)),
      ("connectionsPerClient", .number(limits.connectionsPerClient)),
      ("headMilliseconds", milliseconds(timeouts.head)),
      ("bodyMilliseconds", milliseconds(timeouts.body)),
      ("sendMilliseconds", milliseconds(timeouts.send)),
      ("idleMilliseconds", milliseconds(timeouts.idle)),
    ])
  }

  private static func milliseconds(_ duration: Duration) -> DataValue {
    .number(Int(clamping: duration.nanoseconds / 1_000_000))
  }

  private static func site(_ site: SiteService) -> DataValue {
    let edition = site.publisher.publication?.edition
    let settings = edition?.site ?? SiteSettings()
    return .members([
      ("site", .text(site.name)), ("folder", .text(site.folder)), ("state", .text(site.state)),
      ("hosts", .texts(settings.hosts.map { "\($0.pattern)" })),
      ("edition", .text(edition?.name)),
      ("documents", .number(edition?.documentCount ?? 0)),
      ("languages", .texts(edition?.matcher.published.map { "\($0)" } ?? [])),
      ("settings", settings.written),
      (
        "cache",
        .members([
          ("bytes", .number(site.store.limits.bytes)),
          ("entryBytes", .number(site.store.limits.entryBytes)),
        ])
      ),
      ("seal", .text("redacted")),
    ])
  }
}
