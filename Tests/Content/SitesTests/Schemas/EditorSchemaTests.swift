// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Foundation
import SchemaTesting
import Sites
import Testing

@Suite struct `Schemas for editors` {
  @Test(arguments: FullFile.all)
  func `A schema for editors accepts the files that the reader accepts`(full: FullFile) throws {
    let file = try KindOfFile(full.kind)
    let value = try KindOfFile.value(full.text)
    #expect(file.findings(in: value).map(\.message) == [])
    #expect(file.validator.verdict(on: value).problems == [])
  }

  @Test(arguments: EditorSchema.allCases)
  func `A schema for editors has no property that the most complete files lack`(
    kind: EditorSchema
  ) throws {
    let file = try KindOfFile(kind)
    var shown: Set<String> = []
    for full in FullFile.all where full.kind == kind {
      shown.formUnion(try file.validator.verdict(on: KindOfFile.value(full.text)).properties)
    }
    let all = file.validator.properties.filter(\.isAllowed).map(\.pointer)
    #expect(all.filter { !shown.contains($0) } == [])
  }

  @Test(arguments: [ValuePath(steps: ["body"]), ValuePath(steps: ["body", "rows", "1"])])
  func `A schema for editors knows the same names with $ in bodies as the reader`(
    place: ValuePath
  ) throws {
    let file = try KindOfFile(.document)
    let full = try KindOfFile.value(FullFile.document)
    let changed = try #require(
      full.changed(at: place) { $0.adding("$zzzzzzzz", DataValue(.integer(1))) }
    )
    #expect(!file.validator.accepts(changed))
    let message = try #require(
      file.findings(in: changed).first { $0.message.contains("$zzzzzzzz") }
    ).message
    let known = try #require(message.split(separator: "; expected one of ").last)
    let value = place.steps.count > 1 ? "row" : "value"
    let named = file.validator.properties.map(\.pointer)
      .filter { $0.hasPrefix("#/$defs/\(value)/properties/") }
      .compactMap { $0.split(separator: "/").last.map(String.init) }
    #expect(Set(known.split(separator: ", ").map(String.init)) == Set(named))
  }

  @Test(arguments: EditorSchema.allCases)
  func `A schema for editors describes each key`(kind: EditorSchema) throws {
    let file = try KindOfFile(kind)
    let root = file.validator.root
    #expect(root["$schema"] == DataValue(.string("https://json-schema.org/draft/2020-12/schema")))
    #expect(root["title"] != nil && root["description"] != nil)
    for property in file.validator.properties where property.isAllowed {
      #expect(property.schema["description"] != nil, "\(property.pointer)")
    }
  }

  @Test(arguments: EditorSchema.allCases)
  func `The examples of a schema for editors are valid`(kind: EditorSchema) throws {
    let file = try KindOfFile(kind)
    var count = 0
    for property in file.validator.properties {
      guard case .array(let examples)? = property.schema["examples"]?.content else { continue }
      for example in examples {
        #expect(
          file.validator.verdict(on: example, by: property.schema).problems == [],
          "\(property.pointer)"
        )
        count += 1
      }
    }
    #expect(count > 4)
  }

  @Test func `The schemas for editors accept each file of the sample shop`() throws {
    let content = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Content")
    let paths = FileManager.default.enumerator(atPath: content.path)?
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".json5") }
    let kinds: [String: EditorSchema] = ["site.json5": .site, "emergency.json5": .emergency]
    let files = try #require(paths)
    #expect(files.count > 10)
    for path in files {
      let file = try KindOfFile(kinds[path] ?? .document)
      let bytes = try Data(contentsOf: content.appendingPathComponent(path))
      let value = try KindOfFile.value(String(decoding: bytes, as: UTF8.self))
      #expect(file.validator.verdict(on: value).problems == [], "\(path)")
    }
  }
}
