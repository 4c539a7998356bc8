// SPDX-License-Identifier: Apache-2.0

import FolderTesting
import Foundation
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `An exported edge configuration` {
  private static let shop = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  private func export(_ words: String...) async throws -> Program.Outcome {
    try await Program(BuiltCommand.path).run(["export"] + words + ["--site", Self.shop])
  }

  @Test(arguments: ["varnish", "nginx", "cloudfront", "fastly", "worker"])
  func `The sample shop can be exported for each edge`(_ name: String) async throws {
    let outcome = try await export(name, "--origin", "origin.example:8123")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("fr-ca") || name == "nginx")
    #expect(outcome.output.contains("legal/terms") || outcome.output.contains("legal\\/terms"))
    #expect(outcome.output.contains("8123") || ["cloudfront", "fastly"].contains(name))
  }

  @Test func `An export is accepted by varnishd and node, and writes nginx's script`() async throws
  {
    let temporary = TemporaryFolder()
    let folder = "\(temporary.path)/export"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, file) in [("varnish", "a.vcl"), ("worker", "b.mjs"), ("nginx", "c.conf")] {
      let outcome = try await export(name, "--output", "\(folder)/\(file)")
      #expect(outcome.status == 0 && outcome.output == "", "\(outcome.errors)")
    }
    let compiled = try await Program("/usr/sbin/varnishd")
      .run(RealServer.quickVCL + ["-C", "-n", "\(folder)/work", "-f", "\(folder)/a.vcl"])
    #expect(compiled.status == 0, "\(compiled.errors)")
    #expect(try await Program("node").run(["--check", "\(folder)/b.mjs"]).status == 0)
    let configuration = try String(contentsOfFile: "\(folder)/c.conf", encoding: .utf8)
    #expect(configuration.contains("js_import portico from \(folder)/portico.js;"))
    #expect(FileManager.default.fileExists(atPath: "\(folder)/portico.js"))
  }

  @Test(arguments: [
    ("config", #"{ datatype: "config", body: { x: 1 } }"#, #"["en"]"#),
    ("plain", #"{ datatype: "screen", body: { x: 1 } }"#, #"["en"]"#),
    (
      "plain",
      #"{ datatype: "screen", body: {}, variants: [{ id: "a", when: { device: "tv" }, patch: { x: 1 } }] }"#,
      #"["en", "fr"]"#
    ),
  ])
  func `The Varnish export of a small site is accepted by varnishd`(
    _ path: String,
    _ document: String,
    _ languages: String
  ) async throws {
    let site = try CheckedSite(
      [path: document],
      settings: """
        { languages: { published: \(languages), source: "en", default: "en" }, roots: "*" }
        """
    )
    let exported = try await Program(BuiltCommand.path)
      .run(["export", "varnish", "--site", site.folder, "--output", "\(site.folder)/a.vcl"])
    #expect(exported.status == 0, "\(exported.errors)")
    let compiled = try await Program("/usr/sbin/varnishd")
      .run(RealServer.quickVCL + ["-C", "-n", "\(site.folder)/work", "-f", "\(site.folder)/a.vcl"])
    #expect(compiled.status == 0, "\(compiled.errors)")
  }

  @Test func `A part of an export is written by its name`() async throws {
    let policy = try await export("cloudfront", "--part", "policy")
    let json = try JSONSerialization.jsonObject(with: Data(policy.output.utf8))
    #expect((json as? [String: Any])?["MinTTL"] as? Int == 0)
    let origin = try await export("cloudfront", "--part", "origin-policy")
    #expect(origin.output.contains(#""HeaderBehavior": "allExcept""#), "\(origin)")
    let none = try await export("varnish", "--part", "policy")
    #expect(none.status == 2 && none.errors.contains("varnish has vcl"), "\(none)")
  }

  @Test(arguments: [
    (["squid"], 2, "expected one of varnish|nginx|fastly|worker|cloudfront"),
    (["varnish", "--origin", "nowhere"], 2, "\"nowhere\" is no HOST:PORT"),
    (["varnish", "--origin", "a\";b:80"], 2, "is no HOST:PORT"),
    (["varnish", "--origin", "a:0"], 2, "is no HOST:PORT"),
    (["varnish", "--purge-from", "everybody"], 2, "\"everybody\" is no network"),
    (["varnish", "--edge", "akamai"], 1, "the site declares no edge \"akamai\"; it declares none"),
  ])
  func `A wrong export is refused with the reason`(
    _ words: [String],
    _ status: Int32,
    _ reason: String
  ) async throws {
    let outcome = try await Program(BuiltCommand.path)
      .run(["export"] + words + ["--site", Self.shop])
    #expect(outcome.status == status && outcome.errors.contains(reason), "\(outcome)")
  }
}
