// SPDX-License-Identifier: Apache-2.0

package import DataFiles
package import FileShapes

/// The names that have a meaning in bodies, where more than one place needs them.
package enum TemplateKeys {
  package static let text = "$t"
  package static let link = "$ref"
  package static let pick = "$pick"
  package static let each = "$each"
  package static let match = "$match"
  package static let list = "$list"
  package static let embed = "$embed"
  /// In the body of a call: what a variable of the call stands for.
  static let argument = "$with"

  package static let otherwise = "else"
  package static let item = "do"
  package static let with = "with"
  static let view = "view"
  /// The values that a link carries.
  package static let carry = "carry"

  /// Key of a link whose address still has braces to be filled.
  package static let address = "$address"
  /// Key of a link that carries values: the path of the target document's file.
  package static let flow = "$flow"
  /// Key that says which part of a list a member is, once the list is written out.
  package static let listPart = "$page"

  /// Kinds of dictionaries that a plan fills: the key that marks each, with its schema.
  package static let kinds: [(key: String, schema: SchemaNode)] =
    [
      (pick, PickDeclaration.shape.schema()), (each, EachDeclaration.shape.schema()),
      (match, MatchDeclaration.shape.schema()), (list, EachDeclaration.pagedShape.schema()),
      (embed, EmbedDeclaration.shape.schema()),
    ] + FormatDeclaration.Kind.allCases.map { ($0.rawValue, $0.shape.schema()) }

  /// Whether a dictionary is something that a plan fills.
  package static func startsHole(_ dictionary: DataDictionary) -> Bool {
    starts.contains { dictionary[$0] != nil }
  }

  private static let starts = kinds.map(\.key) + [address, argument]
}
