// SPDX-License-Identifier: Apache-2.0

import ContentCoding
import Foundation
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Content coding with gzip, brotli and zstd programs` {
  /// Runs a shell's pipe; its output comes as base64, so that any byte gets through.
  private func run(_ command: String, on input: [UInt8]) async throws -> [UInt8] {
    let outcome = try await Program("sh").run(
      ["-c", "\(command) | base64 -w0"],
      input: Data(input)
    )
    return Array(try #require(Data(base64Encoded: outcome.output), "\(outcome.errors)"))
  }

  private func program(of coding: Coding) -> String {
    switch coding {
    case .brotli: "brotli"
    case .zstd: "zstd -q"
    case .gzip, .deflate, .identity: "gzip"
    }
  }

  @Test(arguments: Coding.written, CompressionLevel.allCases)
  func `The gzip, brotli and zstd programs decode what we encode`(
    coding: Coding,
    level: CompressionLevel
  ) async throws {
    for body in [[], Body.text, Body.noise(50_000)] {
      let coded = try coding.encoded(body, level)
      #expect(try await run("\(program(of: coding)) -dc", on: coded) == body)
    }
  }

  @Test(arguments: Coding.written)
  func `We decode what the gzip, brotli and zstd programs encode`(coding: Coding) async throws {
    for body in [[], Body.text, Body.noise(50_000)] {
      let coded = try await run("\(program(of: coding)) -c", on: body)
      #expect(try Decoded(coded, [coding], piece: 1000).bytes == body)
    }
  }

  @Test func `A zstd body with a window past 8 MiB is refused`() async throws {
    let coded = try await run("zstd -q -c --long=27", on: Body.text)
    let fault = #expect(throws: CodingFault.self) { try Decoded(coded, [.zstd]) }
    #expect(fault?.kind == .windowTooLarge)
    let allowed = try await run("zstd -q -c --long=23", on: Body.text)
    #expect(try Decoded(allowed, [.zstd]).bytes == Body.text)
  }

  @Test func `A brotli body with a large window, which the standard does not have, is refused`()
    async throws
  {
    let coded = try await run("brotli -c --large_window=26", on: Body.text)
    let fault = #expect(throws: CodingFault.self) { try Decoded(coded, [.brotli]) }
    #expect(fault?.kind == .corrupt)
  }

  @Test func `A wrong checksum of zstd is found`() async throws {
    var coded = try await run("zstd -q -c --check", on: Body.text)
    #expect(try Decoded(coded, [.zstd]).bytes == Body.text)
    coded[coded.count - 1] ^= 1
    let fault = #expect(throws: CodingFault.self) { try Decoded(coded, [.zstd]) }
    #expect(fault?.kind == .corrupt)
  }

  @Test func `A gzip header with the optional file name is read`() async throws {
    let coded = try await run("cat > a.txt; gzip -c a.txt", on: Body.text)
    #expect(coded[3] == 8)
    #expect(try Decoded(coded, [.gzip], piece: 1).bytes == Body.text)
  }
}
