// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `An export over an edge's size limit` {
  private static let languages = [
    "en", "en-GB", "fr", "fr-CA", "de", "es", "es-419", "pt-BR", "zh-Hant",
  ]

  /// Nine languages, and documents that tell countries, devices, versions, builds and languages apart.
  private static func site(documents: Int) throws -> CheckedSite {
    var files: [String: String] = [
      "config": #"{ datatype: "config", body: { title: { $t: "title" } } }"#
    ]
    let whens = [
      #"device: "tv""#, #"country: ["DE", "AT"]"#, #"country: "GB", app: ">=2""#,
      #"build: ">=1200""#,
      #"appName: "com.example.shop", device: ["phone", "watch"]"#, #"country: "north-america""#,
    ]
    for number in 1..<documents {
      let folder = number % 2 == 0 ? "screens" : "collections-\(number / 40)"
      files["\(folder)/page-number-\(number * 7_919 % 100_003)"] = """
        { datatype: "screen", body: { title: { $t: "title" } }, variants: [
          { id: "a", when: { \(whens[number % whens.count]) }, patch: { columns: \(number) } } ] }
        """
    }
    for language in languages {
      files["Locales/\(language).json"] = "{ \"title\": \"\(language)\" }"
    }
    return try CheckedSite(
      files,
      settings: """
        { languages: { published: [\(languages.map { "\"\($0)\"" }.joined(separator: ", "))],
            source: "en", default: "en" }, roots: "*", budgets: { audiences: 100000 },
          regions: { "north-america": ["US", "CA"] },
          apps: { "com.example.shop": { versions: ["1.0", "2.0", "3.1"], update: {
              minimum: "1.2", recommended: "3.1", blockedBuilds: [205, 1206], latest: "3.1",
              storeURL: "https://apps.example.com/shop", message: "title" } },
            "com.example.kiosk": { versions: ["1.0"] } },
          edges: { cdn: { kind: "cloudfront", peers: ["10.0.0.0/8"],
            country: "CloudFront-Viewer-Country", device: "X-Device" } } }
        """
    )
  }

  @Test func `The CloudFront export fits its limit for 9 languages and 14 documents`() async throws
  {
    let site = try Self.site(documents: 14)
    let checked = try await site.check()
    #expect(checked.status == 0 && !checked.output.contains("over-budget"), "\(checked)")
    let exported = try await Self.export(site)
    #expect(exported.status == 0, "\(exported.errors)")
    #expect((5_000...10_240).contains(exported.output.utf8.count), "\(exported.output.utf8.count)")
  }

  @Test func `An export over its limit is refused by check and export with what is largest`()
    async throws
  {
    let site = try Self.site(documents: 300)
    let checked = try await site.check()
    let exported = try await Self.export(site)
    #expect(checked.status == 0 && exported.status == 1 && exported.output == "")
    for said in [checked.output, exported.errors] {
      #expect(said.contains("bytes and may have 10,240; leave out"), "\(said)")
      #expect(said.contains("documents take ") && said.contains("(screens/ "), "\(said)")
    }
    let finding = "warning: the edge \"cdn\" would not accept its configuration"
    #expect(checked.output.contains(finding), "\(checked.output)")
    #expect(try await site.check("--strict").status == 1)
  }

  private static func export(_ site: CheckedSite) async throws -> Program.Outcome {
    try await Program(BuiltCommand.path).run(
      ["export", "cloudfront", "--edge", "cdn", "--site", site.folder],
      seconds: 60
    )
  }
}
