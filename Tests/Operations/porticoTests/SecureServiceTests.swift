// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Services whose addresses begin with https` {
  /// A running `portico serve`, told to stop with the last reference.
  private final class Serving: Sendable {
    private let process: Process
    private let output: FileHandle

    init(_ arguments: [String], trusting certificate: String? = nil) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: BuiltCommand.path)
      process.arguments = ["serve", "--loops", "1"] + arguments
      process.environment = ProcessInfo.processInfo.environment
      if let certificate { process.environment?["SSL_CERT_FILE"] = certificate }
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      self.process = process
      output = pipe.fileHandleForReading
    }

    deinit {
      process.terminate()
      process.waitUntilExit()
    }

    /// The port that it says that it listens at.
    func port() async throws -> Int {
      try await onThread { [output] in
        var said = ""
        while !said.contains("Try:"), case let data = output.availableData, !data.isEmpty {
          said += String(decoding: data, as: UTF8.self)
        }
        let line = said.split(separator: "\n").first { $0.contains("://127.0.0.1:") } ?? ""
        return Int(line.split(separator: ":").last?.dropLast() ?? "") ?? 0
      }
    }
  }

  private func front(_ folder: String, to port: Int, trusting: String?) async throws -> String {
    let front = try Serving(["--site", folder, "--listen", "127.0.0.1:0"], trusting: trusting)
    let address = "http://127.0.0.1:\(try await front.port())/secure-files/config"
    let outcome = try await Program("curl").run(["-s", "-w", " %{http_code}", address])
    return withExtendedLifetime(front) { outcome.output }
  }

  @Test func `are called when the machine trusts them, and not else`() async throws {
    let certificate = try await TestCertificate()
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("portico-secure-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try await Program(BuiltCommand.path).run(["new", "\(folder)/back"])
    _ = try await Program(BuiltCommand.path).run(["new", "\(folder)/front"])
    let back = try Serving([
      "--site", "\(folder)/back", "--listen-tls", "127.0.0.1:0", "--certificate",
      certificate.certificate, "--key", certificate.key,
    ])
    let port = try await back.port()
    let settings = "\(folder)/front/Content/site.json5"
    let text = try String(contentsOfFile: settings, encoding: .utf8)
    let end = try #require(text.lastIndex(of: "}"))
    let added = """
      backends: { b: { addresses: "https://localhost:\(port)" } },
      passes: { "/secure-files": { backend: "b", strip: true } } }
      """
    try (text[..<end] + added).write(toFile: settings, atomically: true, encoding: .utf8)
    let trusted = try await front("\(folder)/front", to: port, trusting: certificate.certificate)
    #expect(trusted.hasPrefix(#"{"datatype":"config""#) && trusted.hasSuffix(" 200"), "\(trusted)")
    let refused = try await front("\(folder)/front", to: port, trusting: nil)
    #expect(refused.hasSuffix(" 502"), "\(refused)")
    withExtendedLifetime(back) {}
  }
}
