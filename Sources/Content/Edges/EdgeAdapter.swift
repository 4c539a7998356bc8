// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// The adapter of a kind of CDN or proxy: its cache-control and tag fields, purge API and configuration
/// export.
protocol EdgeAdapter: Sendable {
  /// The value of `kind` in a site's file.
  static var name: String { get }

  /// The response field in which it reads the tags of an answer; `nil` where it reads none.
  static var tagField: FieldName? { get }
  /// The text between two tags.
  static var tagSeparator: StaticString { get }
  /// The response field that it reads in place of Cache-Control, as in RFC 9213; `nil` where it has none
  /// of its own.
  static var freshnessField: FieldName? { get }
  /// Support for another targeted cache-control field (RFC 9213) by configuration, such as
  /// CDN-Cache-Control.
  static var readsTargetedFields: Bool { get }
  /// Writes for how long an answer is fresh, where no field for the edge alone says it.
  static func write(_ lifetime: EdgeLifetime, to fields: inout Fields)

  /// The keys of a site's file that say how it is purged.
  static var purgeKeys: PurgeSettings.Keys { get }
  /// The rate of purge requests that every customer may send; `nil` for none that is known.
  static var purgeRate: PurgeRate? { get }
  /// The requests that purge it.
  static func requests(for purge: PurgeParameters) throws(PlainError) -> PurgeRequests
  /// Whether its answers have an Age or an own Date, by which a purge is proved.
  static var sendsAge: Bool { get }

  /// Writes what the gateway's decisions come to in its language; `nil` where it has no export.
  static var writer: (any EdgeWriter.Type)? { get }
}

extension EdgeAdapter {
  static var tagSeparator: StaticString { "," }
  static var freshnessField: FieldName? { nil }
  static var readsTargetedFields: Bool { false }
  static var sendsAge: Bool { true }
  static var purgeRate: PurgeRate? { nil }
  static var writer: (any EdgeWriter.Type)? { nil }

  static func write(_ lifetime: EdgeLifetime, to fields: inout Fields) {
    lifetime.write(lifetime.isPublic ? lifetime.either : lifetime.app, to: &fields)
  }
}
