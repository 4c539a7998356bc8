// SPDX-License-Identifier: Apache-2.0

import CodeGeneration
import FolderTesting
import Foundation
import PorticoClient
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Generated models` {
  private static let count = 10_000

  private let temporary = TemporaryFolder()
  private var folder: URL { URL(fileURLWithPath: temporary.path) }

  /// The folder of the build, with the module of the client.
  private static let build = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()

  /// The names of the client's files; objects of others may be left in the folder of the build.
  private static let sources: [String] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/Client/PorticoClient").standardizedFileURL.path
    return (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".swift") }.map { ($0 as NSString).lastPathComponent }
  }()

  private func write(_ text: String, to file: String) throws -> String {
    let path = folder.appendingPathComponent(file).path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func run(
    _ program: String,
    _ arguments: [String],
    input: String = ""
  ) async throws
    -> String
  {
    let outcome = try await Program(program).run(arguments, input: Data(input.utf8), seconds: 200)
    try #require(
      outcome.status == 0,
      "\(outcome.output.suffix(4_000))\(outcome.errors.suffix(4_000))"
    )
    return outcome.output
  }

  /// Random documents, one a line, and what a program that decodes and encodes them makes of them.
  private func roundTrip(
    _ types: AppTypes,
    seed: UInt64,
    _ run: (String) async throws -> String
  )
    async throws
  {
    var random = RandomDocuments(of: types, seed: seed)
    let documents = (0..<Self.count).map { _ in random.next() }
    let input = documents.map { "\($0.kind)\t\(String(decoding: $0.json.json, as: UTF8.self))\n" }
    let lines = try await run(input.joined()).split(separator: "\n")
    #expect(lines.count == Self.count)
    for (document, line) in zip(documents, lines) {
      let back = try JSONValue(json: line.utf8)
      guard back != document.json else { continue }
      Issue.record("\(document.json) became \(line)")
      return
    }
  }

  @Test func `Swift compiles without warnings and decodes and encodes every random document`()
    async throws
  {
    let types = try SampleTypes.types()
    let models = try write(CodeLanguage.swift.code(of: types), to: "Shop.swift")
    let main = try write(
      """
      import PorticoClient

      func title(_ content: FlowerShop.Content) -> String {
        switch content {
        case .config(let config): config.home.url
        case .item(let item): item.size == .small ? item.title : item.maker?.name ?? ""
        case .items(let items): items.next?.url ?? ""
        case .link(let link): link.title?.string ?? ""
        case .novelty(let novelty): novelty.text
        case .screen(let screen): screen.title
        case .unknown(let datatype, _): datatype
        }
      }

      func shop(of note: FlowerShop.NotesRecord, in snapshot: Snapshot) throws -> FlowerShop.ShopsRecord? {
        try note.shop.flatMap { try snapshot.record($0) }
      }

      func refusal(_ text: String) throws -> String {
        do {
          _ = try FlowerShop.Content(jsonValue: JSONValue(json: text.utf8))
          return "none"
        } catch let error as FlowerShop.Mismatch {
          return "\\(error)"
        }
      }

      if CommandLine.arguments.count > 1 {
        for text in CommandLine.arguments.dropFirst() { print(try refusal(text)) }
      }
      while let line = readLine() {
        let parts = line.split(separator: "\\t", maxSplits: 1)
        let json = try JSONValue(json: parts[1].utf8)
        let back: JSONValue =
          switch parts[0] {
          case "notes": try FlowerShop.NotesRecord(jsonValue: json).jsonValue
          case "shops": try FlowerShop.ShopsRecord(jsonValue: json).jsonValue
          default: try FlowerShop.Content(jsonValue: json).jsonValue
          }
        print(String(decoding: back.json, as: UTF8.self))
      }
      """,
      to: "main.swift"
    )
    let objects = Self.sources.map {
      Self.build.appendingPathComponent("PorticoClient.build/\($0).o").path
    }
    let program = folder.appendingPathComponent("shop").path
    _ = try await run(
      "swiftc",
      [
        "-swift-version", "6", "-warnings-as-errors", "-I",
        Self.build.appendingPathComponent("Modules").path, models, main, "-o", program,
      ] + objects
    )
    try await roundTrip(types, seed: 37) { try await run(program, [], input: $0) }
    let refused = try await run(
      program,
      [
        #"{"datatype": "item", "title": "Rose"}"#,
        #"{"datatype": "screen", "title": "a", "rows": [{"datatype": "link", "url": 5}]}"#, "{}",
      ]
    )
    #expect(
      refused.split(separator: "\n") == [
        "price is missing; expected a value", "rows[0].url is a number; expected a text",
        "datatype is missing; expected a text",
      ]
    )
  }

  @Test func `TypeScript passes strict checks, narrows by datatype, and node reads every document`()
    async throws
  {
    let types = try SampleTypes.types()
    _ = try write(CodeLanguage.typescript.code(of: types), to: "shop.ts")
    let main = try write(
      """
      import * as shop from "./shop";
      declare const require: (name: string) => { readFileSync(file: number, encoding: string): string };
      declare const process: { argv: string[] };

      export function title(content: shop.Content): string {
        switch (content.datatype) {
          case "config": return content.home;
          case "item": return content.size === "small" ? content.title : content.maker?.name ?? "";
          case "screen": return content.title;
          default: return content.datatype ?? "unknown";
        }
      }

      export function open(address: shop.Address): string { return address; }
      // @ts-expect-error: an address is not built.
      open("/en/" + "home");
      // @ts-expect-error: the id of another type.
      export const wrong: shop.RecordID<"shops"> | undefined = ({} as shop.NotesRecord).uuid;

      for (const text of process.argv.slice(2)) {
        try {
          shop.readContent(JSON.parse(text));
          console.log("none");
        } catch (error) {
          console.log((error as shop.Mismatch).message);
        }
      }
      const lines = require("fs").readFileSync(0, "utf8").split("\\n").filter((line) => line !== "");
      const out = lines.map((line) => {
        const [kind, text] = [line.slice(0, line.indexOf("\\t")), line.slice(line.indexOf("\\t") + 1)];
        const json: unknown = JSON.parse(text);
        const read: unknown = kind === "notes" ? shop.readNotesRecord(json)
          : kind === "shops" ? shop.readShopsRecord(json) : shop.readContent(json);
        return JSON.stringify(read);
      });
      if (out.length > 0) console.log(out.join("\\n"));
      """,
      to: "main.ts"
    )
    _ = try await run(
      "tsc",
      [
        "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes",
        "--noImplicitReturns", "--typeRoots", folder.path,
        "--target", "es2020", "--module", "commonjs", "--outDir", folder.path, main,
      ]
    )
    let program = folder.appendingPathComponent("main.js").path
    try await roundTrip(types, seed: 38) { try await run("node", [program], input: $0) }
    let refused = try await run(
      "node",
      [
        program, #"{"datatype": "item", "title": "Rose"}"#,
        #"{"datatype": "screen", "title": "a", "rows": [{"datatype": "link", "url": 5}]}"#, "{}",
      ]
    )
    #expect(
      refused.split(separator: "\n") == [
        "price is missing; expected a number",
        "rows[0].url is of the type number; expected a text",
        " is of the type object; expected an object with a datatype",
      ]
    )
  }

  @Test(arguments: CodeLanguage.allCases)
  func `Equal content makes equal models, which name their edition and no time`(
    language: CodeLanguage
  ) throws {
    let (first, second) = (try SampleTypes.types(), try SampleTypes.types())
    let code = language.code(of: first)
    #expect(code == language.code(of: second))
    #expect(
      code.hasPrefix(
        "// Generated by `portico generate \(language.rawValue)` from edition \(first.edition) of flower-shop."
      )
    )
  }
}
