// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Editions
import HTTPValues
import Sites

extension AnswerBuilder {
  /// The fields of an answer, except those that follow from its bytes, its path and the time.
  func fields(
    of key: AnswerKey,
    _ target: ContentTarget,
    _ resolved: ResolvedDocument,
    _ edge: TrustedEdge?
  ) -> Fields {
    var fields = Fields()
    fields.reserve(16, bytes: 512)
    fields.append(FieldName(.contentType), key.format.mediaType)
    fields.append(FieldName(.vary), vary(key, target, resolved, edge))
    if let language = resolved.language {
      fields.append(FieldName(.contentLanguage), "\(language)")
    }
    fields.append("x-content-type-options", "nosniff")
    fields.append("edition", edition.name)
    policies.writeCommon(for: target.path, to: &fields)
    if target.list != nil { fields.append("accept-query", AnswerFormat.queryMediaTypes) }
    return fields
  }

  func address(of path: String, _ token: String) -> String {
    token.isEmpty ? "\(edition.site.baseURL)/\(path)" : "\(edition.site.baseURL)/\(token)/\(path)"
  }

  /// The fields of a request that decide which answer it gets, and no others.
  private func vary(
    _ key: AnswerKey,
    _ target: ContentTarget,
    _ resolved: ResolvedDocument,
    _ edge: TrustedEdge?
  ) -> String {
    let isConfig = isConfig(target)
    guard key.variesByFields || isConfig else {
      return target.format == nil ? "Accept, Accept-Encoding" : "Accept-Encoding"
    }
    var names = target.format == nil ? ["Accept", "Accept-Encoding"] : ["Accept-Encoding"]
    guard key.variesByFields else {
      // A token does not tell which app versions have to be replaced.
      names.append("X-App")
      return names.joined(separator: ", ")
    }
    if resolved.dependsOnLanguage || isConfig { names.append("Accept-Language") }
    if resolved.dimensions.contains(.country), let field = edge?.countryField {
      names.append("\(field)")
    }
    if resolved.dimensions.contains(.device) {
      if let field = edge?.deviceField { names.append("\(field)") }
      names.append("User-Agent")
    }
    if resolved.dependsOnLanguage || !resolved.dimensions.isEmpty || isConfig {
      names.append("X-App")
    }
    return names.joined(separator: ", ")
  }
}
