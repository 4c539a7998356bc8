// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import HTTPValues

extension EdgeKind {
  package static let plain = EdgeKind(PlainCache.self)
}

/// Any cache that keeps to RFC 9111. It is purged by requests that the site writes itself; where none of them
/// fits a purge, everything is purged.
enum PlainCache: EdgeAdapter {
  static let name = "plain"
  static let tagField: FieldName? = nil
  static let readsTargetedFields = true
  static let purgeKeys = PurgeSettings.Keys(secret: .any, hasTemplates: true)

  /// Tags in one request.
  private static let tagsInRequest = 30

  /// The values of the placeholders that differ between the requests of one purge.
  private struct Values {
    var tags: [String] = []
    var path = ""
    var prefix = ""
  }

  static func requests(for purge: PurgeParameters) throws(PlainError) -> PurgeRequests {
    let (wanted, templates) = (purge.target.kind, purge.templates)
    if let template = templates[wanted] {
      var made = PurgeRequests(
        requests: try requests(values(purge.target, template), template, purge)
      )
      guard case .paths(_, let tags) = purge.target, !tags.isEmpty else { return made }
      if let byTag = templates[.tag] {
        made.requests += try requests(values(tags, byTag), byTag, purge)
      } else {
        made.note = "no request purges by tag, so answers that embed this one are kept"
      }
      return made
    }
    guard let template = templates[.all] else {
      throw PlainError("no request purges by \(wanted.rawValue), and none purges all")
    }
    return PurgeRequests(
      requests: try requests([Values()], template, purge),
      note: "no request purges by \(wanted.rawValue), so everything is purged"
    )
  }

  private static func values(_ tags: [String], _ template: PurgeTemplate) -> [Values] {
    let isOneByOne = template.placeholders.contains(.tag)
    return PurgeParameters.portable(tags).pieces(of: isOneByOne ? 1 : tagsInRequest)
      .map { Values(tags: Array($0)) }
  }

  private static func values(_ target: Purge.Target, _ template: PurgeTemplate) -> [Values] {
    switch target {
    case .tags(let tags): values(tags, template)
    case .paths(let paths, _): paths.map { Values(path: $0) }
    case .prefix(let prefix): [Values(prefix: prefix)]
    case .everything: [Values()]
    }
  }

  private static func requests(
    _ values: [Values],
    _ template: PurgeTemplate,
    _ purge: PurgeParameters
  ) throws(PlainError) -> [PurgeRequest] {
    var requests: [PurgeRequest] = []
    for values in values { requests.append(try request(values, template, purge)) }
    return requests
  }

  private static func request(
    _ values: Values,
    _ template: PurgeTemplate,
    _ purge: PurgeParameters
  ) throws(PlainError) -> PurgeRequest {
    var made = PurgeRequest(template.method, try text(template.path, values, purge))
    for field in template.fields {
      let value = try text(field.value, values, purge)
      guard !value.isEmpty, let name = FieldName(field.name) else { continue }
      // Host is the site's where a cache is purged, and the API's own otherwise.
      if name == FieldName(.host) {
        made.authority = value
      } else {
        made.fields.append(name, value)
      }
    }
    made.body = try text(template.body, values, purge)
    return made
  }

  private static func text(
    _ text: TemplateText,
    _ values: Values,
    _ purge: PurgeParameters
  ) throws(PlainError) -> String {
    var filled = ""
    for part in text.parts {
      switch part {
      case .text(let text): filled += text
      case .placeholder(.tag): filled += values.tags.first ?? ""
      case .placeholder(.tags): filled += values.tags.joined(separator: " ")
      case .placeholder(.tagList): filled += values.tags.jsonStrings
      case .placeholder(.path): filled += values.path
      case .placeholder(.url): filled += values.path.isEmpty ? "" : try purge.url(values.path)
      case .placeholder(.host): filled += purge.host ?? ""
      case .placeholder(.prefix): filled += values.prefix
      case .placeholder(.soft): filled += purge.isSoft ? "1" : ""
      case .placeholder(.secret(let part)): filled += purge.secret(part)
      }
    }
    return filled
  }
}

extension PurgeTemplate {
  fileprivate var placeholders: [TemplateText.Placeholder] {
    path.placeholders + body.placeholders + fields.flatMap(\.value.placeholders)
  }
}
