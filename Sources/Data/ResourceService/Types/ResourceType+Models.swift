// SPDX-License-Identifier: Apache-2.0

package import CodeGeneration
package import ResourceModel

extension AppTypes.Object {
  /// The members of records of a type, as a request that asks for some of them gets them.
  package init(_ type: ResourceType) {
    let own = [
      ContentMember("uuid", .reference(to: type.name)),
      ContentMember("_version", .integer, isOptional: true),
      ContentMember("_created", .text, isOptional: true, notes: ["An instant of RFC 3339."]),
      ContentMember("_updated", .text, isOptional: true, notes: ["An instant of RFC 3339."]),
      ContentMember("_owner", .text, isOptional: true),
    ]
    let attributes = type.attributes.sorted { $0.name < $1.name }.map { attribute in
      let value = attribute.contentType
      return ContentMember(
        attribute.name,
        attribute.isList ? .list(value) : value,
        isOptional: true,
        notes: attribute.notes
      )
    }
    self.init(type.name, own + attributes, note: "A record of the type `\(type.name)`.")
    allowsOthers = !type.isStrict
  }
}

extension Attribute {
  /// The type of the value, or of a list's elements.
  fileprivate var contentType: ContentType {
    switch valueKind {
    case .text, .instant: .text
    case .number: .number
    case .integer: .integer
    case .boolean: .boolean
    case .enum: .choice(values)
    case .reference: target.map { .reference(to: $0) } ?? .text
    case .point: .object([ContentMember("lat", .number), ContentMember("lon", .number)])
    case .binary:
      .object([
        ContentMember("bytes", .integer), ContentMember("mediaType", .text),
        ContentMember("sha256", .text),
      ])
    case .list, .object: .any
    }
  }

  fileprivate var notes: [String] {
    let what =
      switch valueKind {
      case .instant: "An instant of RFC 3339."
      case .point: "A place on Earth."
      case .binary: "A file, which has an address of its own."
      case .reference: "The id of a record of the type `\(target ?? "")`."
      default: ""
      }
    return [
      what, isRequired ? "Every record has it." : "",
      isHeavy ? "Only the heavy view has it." : "",
    ].filter { !$0.isEmpty }
  }
}
