// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import Sites

/// The types of everything that an app decodes of a site: what models are generated from.
package struct AppTypes: Sendable {
  /// The members of a datatype, or of a type of records.
  package struct Object: Sendable {
    package let name: String
    package var members: [ContentMember]
    /// A sentence of documentation; `nil` where there is nothing to say.
    package var note: String?
    /// Whether there may be members of any type beside these.
    package var allowsOthers = false

    package init(_ name: String, _ members: [ContentMember], note: String? = nil) {
      self.name = name
      self.members = members
      self.note = note
    }
  }

  /// The name of the site.
  package let site: String
  package let edition: String
  /// The URL that apps begin with, and the datatype of the document behind it.
  package let configURL: String
  package let config: String
  /// The datatypes, in the order of their names.
  package let datatypes: [Object]
  /// The types of records, in the order of their names.
  package var records: [Object] = []

  /// - Parameters:
  ///   - site: the name of the site.
  ///   - edition: the name of the edition.
  ///   - documents: the documents that an app may get, each with the dictionaries in its bodies.
  ///   - version: the version of the app; `nil` for all versions.
  package init(
    of site: String,
    _ settings: SiteSettings,
    edition: String,
    documents: [(draft: DocumentDraft, uses: [ContentUse])],
    version: AppVersion? = nil
  ) {
    self.site = site
    self.edition = edition
    configURL = settings.configURL
    config = documents.first { $0.draft.path == settings.config }?.draft.datatype ?? ""
    var members: [String: [ContentMember]] = [:]
    for (draft, uses) in documents {
      for use in uses {
        var own = use.members
        // An app may ask for the light view of a document, and another document may have it in its body.
        if use.isDocument, let light = draft.light {
          for index in own.indices where !light.contains(own[index].name) {
            own[index].isOptional = true
          }
        }
        members[use.datatype] = members[use.datatype]?.merged(with: own) ?? own.merged(with: own)
      }
    }
    for (name, datatype) in settings.datatypes {
      if let version, let range = datatype.versions, !range.contains(version) { continue }
      let declared = datatype.schema?.rules?.contentMembers ?? []
      guard let known = members[name] else {
        members[name] = declared
        continue
      }
      let others = declared.filter { member in !known.contains { $0.name == member.name } }
      members[name] =
        (known
        + others.map { other in
          var other = other
          other.isOptional = true
          return other
        }).sorted { $0.name < $1.name }
    }
    datatypes = members.sorted { $0.key < $1.key }.map { Object($0.key, $0.value) }
  }
}
