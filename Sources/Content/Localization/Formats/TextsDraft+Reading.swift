// SPDX-License-Identifier: Apache-2.0

import DataFiles

extension TextsDraft {
  /// The supported file extensions, in words.
  package static let expectedExtensions =
    ".json, .json5, .xcstrings, .strings, .stringsdict, .xliff, .xlf, .arb, .xml, .po, .pot, .resx"

  /// Reads a file of texts; its languages are not checked yet.
  ///
  /// - Parameters:
  ///   - file: the path relative to the site's folder.
  ///   - path: the path relative to the folder of texts.
  package init(reading bytes: Span<UInt8>, file: String, path: String) {
    self.init(file: file)
    let parts = path.split(separator: "/").map(String.init)
    let name = parts.last ?? ""
    let kind = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    do {
      switch kind {
      case "xliff", "xlf": XLIFFFile.read(try XMLElement(reading: bytes), into: &self)
      case "xcstrings":
        StringCatalogFile.read(try value(bytes, kind), into: &self)
      case "arb":
        ARBFile.read(try value(bytes, "json"), name: name, into: &self)
      case "strings":
        guard let language = language(ofProject: parts) else { break }
        StringsFile.read(try value(bytes, kind), language, into: &self)
      case "stringsdict":
        guard let language = language(ofProject: parts) else { break }
        StringsDictionaryFile.read(try value(bytes, kind), language, into: &self)
      case "json", "json5":
        let language = TextsDraft.language(ofPath: parts, kind)
        JSONTextsFile.read(try value(bytes, kind), language, into: &self)
      case "xml":
        guard let language = language(ofResources: parts) else { break }
        AndroidFile.read(try XMLElement(reading: bytes), language, into: &self)
      case "resx": ResourceFile.read(try XMLElement(reading: bytes), name: name, into: &self)
      case "po", "pot":
        let language =
          kind == "pot" ? TextsLinker.baseName : TextsDraft.language(ofPath: parts, kind)
        GettextFile.read(bytes, language: language, into: &self)
      default: isOfKnownKind = false
      }
    } catch {
      refuse(error)
    }
  }

  /// Returns the language that a file's name gives, or the folder it is in.
  private static func language(ofPath parts: [String], _ kind: String) -> String {
    parts.count == 1 ? String(parts[0].dropLast(kind.utf8.count + 1)) : parts[0]
  }

  /// Returns the language of Android's resources; `nil` for those that are chosen by more than the
  /// language, which is reported.
  private mutating func language(ofResources parts: [String]) -> String? {
    switch parts.dropLast().reversed().lazy.compactMap(AndroidFile.folder).first {
    case nil: return TextsDraft.language(ofPath: parts, "xml")
    case .language(let language): return language
    case .unfit(let word):
      findings.warning(
        .textLanguage,
        at: FilePlace(file),
        "the texts are for Android devices by \"\(word)\", and not by language alone; they are "
          + "left out"
      )
      return nil
    }
  }

  private mutating func value(
    _ bytes: Span<UInt8>,
    _ kind: String
  ) throws(DataFileError) -> DataValue {
    let value = try DataValue(reading: bytes, fileExtension: kind, rules: .texts)
    var repeated: [RepeatedKey] = []
    TextsDraft.collectRepeatedKeys(in: value, into: &repeated)
    reportRepeatedKeys(repeated)
    return value
  }

  /// A repeated key with a different value.
  private struct RepeatedKey {
    let name: String
    let earlier: SourcePosition
    let last: SourcePosition
  }

  private static func collectRepeatedKeys(
    in value: DataValue,
    into found: inout [RepeatedKey]
  ) {
    switch value.content {
    case .array(let elements):
      for element in elements { collectRepeatedKeys(in: element, into: &found) }
    case .dictionary(let dictionary):
      for member in dictionary.members { collectRepeatedKeys(in: member.value, into: &found) }
      guard !dictionary.overridden.isEmpty else { return }
      var last: [String: DataDictionary.Member] = [:]
      for member in dictionary.members { last[member.key] = member }
      for earlier in dictionary.overridden {
        guard let last = last[earlier.key], last.value != earlier.value else { continue }
        found.append(
          RepeatedKey(
            name: earlier.key,
            earlier: earlier.keyPosition,
            last: last.keyPosition
          )
        )
      }
    default: break
    }
  }

  private mutating func reportRepeatedKeys(_ repeated: [RepeatedKey]) {
    guard let first = repeated.first else { return }
    let named = repeated.prefix(TextsDraft.namedKeys)
    var message =
      "the key \"\(first.name)\" is repeated with another value; the last one is used"
    if repeated.count > 1 {
      message = "\(repeated.count) keys are repeated with other values; the last ones are used"
      if named.count < repeated.count { message += "; the first \(named.count) are named here" }
    }
    findings.warning(
      .duplicateText,
      at: FilePlace(file, first.last),
      message,
      parties: named.map {
        Finding.Party(FilePlace(file, $0.earlier), "an earlier one of \"\($0.name)\"")
      }
    )
  }

  /// The most keys named in one finding.
  private static let namedKeys = 10

  /// Returns the language of the project folder that contains a file, such as `fr.lproj`.
  private mutating func language(ofProject parts: [String]) -> String? {
    let suffix = ".lproj"
    if let folder = parts.dropLast().last, folder.hasSuffix(suffix) {
      return String(folder.dropLast(suffix.utf8.count))
    }
    error(
      .textLanguage,
      at: .start,
      "the file is in no folder such as fr.lproj, which would tell its language"
    )
    return nil
  }
}
