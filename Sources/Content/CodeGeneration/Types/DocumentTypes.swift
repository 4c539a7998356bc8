// SPDX-License-Identifier: Apache-2.0

package import DataFiles
package import Sites

/// The types of the members in each variant of a document.
package struct DocumentTypes: Sendable {
  /// By the number of the variant in the document's draft: its dictionaries with datatypes.
  package let variants: [[ContentUse]]

  /// - Parameters:
  ///   - file: the content of the document's file.
  ///   - draft: the document that was read from it, without errors.
  ///   - datatype: returns the datatype of another document by its path, for documentation.
  package init(
    of file: DataValue,
    _ draft: DocumentDraft,
    in site: SiteSettings,
    datatype: @escaping (String) -> String? = { _ in nil }
  ) {
    let body = file["body"]
    var bodies: [DataValue] = []
    if case .array(let variants)? = file["variants"]?.content {
      bodies = variants.compactMap { variant in
        if let own = variant["body"] { return own }
        return variant["patch"].flatMap { patch in body?.patched(with: patch) }
      }
    }
    if let body { bodies.append(body) }
    variants = bodies.map { body in
      var reader = BodyReader(draft.planned?.plan, datatype: datatype)
      reader.read(body, of: draft.datatype, site.datatypes[draft.datatype]?.schema)
      return reader.uses
    }
  }
}
