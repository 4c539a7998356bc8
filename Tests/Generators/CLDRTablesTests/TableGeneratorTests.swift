// SPDX-License-Identifier: Apache-2.0

import CLDRTables
import Testing

@Suite struct `The generator of CLDR's tables` {
  @Test func `The XML reader finds start tags with their attributes and skips comments`() {
    let elements = XMLElement.all(
      in: "<?xml version='1.0'?><!-- <no a='1'/> --><data><row from=\"zh_TW\" to='zh_Hant_TW'/>"
        + "<rule count=\"one\">i = 1</rule></data>"
    )
    #expect(elements.map(\.name) == ["data", "row", "rule"])
    #expect(elements[1]["from"] == "zh_TW")
    #expect(elements[1]["to"] == "zh_Hant_TW")
    #expect(elements[1]["missing"] == "")
    #expect(elements[2].text == "i = 1")
  }

  /// The same data, in one order or the other.
  private func generate(reversed: Bool) throws -> [GeneratedFile] {
    let rows = [
      "<likelySubtag from=\"zh_TW\" to=\"zh_Hant_TW\"/>",
      "<likelySubtag from=\"fr\" to=\"fr_Latn_FR\"/>",
    ]
    return try TableGenerator.files { name in
      guard name == "likelySubtags.xml" else { return "<supplementalData></supplementalData>" }
      return (reversed ? rows.reversed() : rows).joined()
    }
  }

  @Test func `The CLDR table generator writes the same files for data in any order`() throws {
    let files = try generate(reversed: false)
    let again = try generate(reversed: true)
    #expect(files.map(\.path) == again.map(\.path))
    #expect(files.map(\.text) == again.map(\.text))
    #expect(Set(files.map(\.path)).count == files.count)
    for file in files { #expect(file.text.hasPrefix("// SPDX-License-Identifier: Apache-2.0\n")) }
    #expect(files.contains { $0.text.contains("Hant") })
  }
}
