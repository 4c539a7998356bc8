// SPDX-License-Identifier: Apache-2.0

import DataFiles

extension TextsDraft {
  /// Files of a site's texts; what they say of languages is not checked yet.
  ///
  /// - Parameters:
  ///   - file: the path from the site's folder.
  ///   - path: the path from the folder of texts.
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
        let language = parts.count == 1 ? String(name.dropLast(kind.utf8.count + 1)) : parts[0]
        JSONTextsFile.read(try value(bytes, kind), language, into: &self)
      default:
        error(
          .unreadable,
          at: .start,
          "texts are read from .json, .json5, .xcstrings, .strings, .stringsdict, .xliff, .xlf and "
            + ".arb, and not from this file"
        )
      }
    } catch {
      self.error(
        .unreadable,
        at: error.position,
        "\(error.kind.rawValue): found \(error.seen), expected \(error.expected)"
      )
    }
  }

  private mutating func value(
    _ bytes: Span<UInt8>,
    _ kind: String
  ) throws(DataFileError) -> DataValue {
    let value = try DataValue(reading: bytes, fileExtension: kind, rules: .texts)
    noteRepeatedKeys(in: value)
    return value
  }

  /// Notes the keys that stand in a dictionary twice and say different things.
  private mutating func noteRepeatedKeys(in value: DataValue) {
    switch value.content {
    case .array(let elements): for element in elements { noteRepeatedKeys(in: element) }
    case .dictionary(let dictionary):
      for member in dictionary.members { noteRepeatedKeys(in: member.value) }
      for earlier in dictionary.overridden {
        guard let last = dictionary.members.first(where: { $0.key == earlier.key }),
          last.value != earlier.value
        else { continue }
        findings.warning(
          .duplicateText,
          at: FilePlace(file, last.keyPosition),
          "the key \"\(earlier.key)\" is there again and says something else; the last one holds",
          parties: [Finding.Party(FilePlace(file, earlier.keyPosition), "the earlier one")]
        )
      }
    default: break
    }
  }

  /// The language of the project folder that a file lies in, such as `fr.lproj`.
  private mutating func language(ofProject parts: [String]) -> String? {
    let suffix = ".lproj"
    if let folder = parts.dropLast().last, folder.hasSuffix(suffix) {
      return String(folder.dropLast(suffix.utf8.count))
    }
    error(
      .textLanguage,
      at: .start,
      "the file lies in no folder such as fr.lproj, which would say its language"
    )
    return nil
  }
}
