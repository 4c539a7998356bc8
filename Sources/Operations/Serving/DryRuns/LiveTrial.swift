// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import Editions
package import Gateway
package import HTTPValues
package import Sites

/// Runs the plans of documents against the real services of a site, without a cache that anybody else sees.
package struct LiveTrial: Sendable {
  /// Maximum bytes of services' answers that are kept until the end.
  private static let bytes = 67_108_864

  package let edition: Edition
  private let gateway: ReplayGateway

  package init(_ edition: Edition, _ source: any SiteSource, seal: SiteSeal) async throws {
    self.edition = edition
    let publisher = Publisher(source, .complete)
    _ = publisher.refresh(at: UnixTime.now)
    gateway = try await ReplayGateway(
      [publisher],
      seal: seal,
      at: UnixTime.now,
      callsServices: true,
      bytes: LiveTrial.bytes
    )
  }

  /// The documents with plans that can be tried by their paths alone, and those that need values for their paths.
  package var documents: (tried: [String], parametrized: [String]) {
    let planned = edition.drafts.filter { $0.planned != nil }.map(\.path).sorted()
    return (planned.filter { !$0.contains("{") }, planned.filter { $0.contains("{") })
  }

  /// Asks the services for a document, as a visitor would; `nil` for a path that is no document's.
  ///
  /// - Parameters:
  ///   - target: the path with a query, if any, and an audience token before it.
  ///   - fields: those of the visitor's request.
  package func answer(_ target: String, _ fields: Fields = Fields()) async -> ReplayedAnswer? {
    await gateway.answer(
      Request(.get, scheme: .http, authority: "localhost", target: target, fields: fields),
      of: 0
    )
  }
}
