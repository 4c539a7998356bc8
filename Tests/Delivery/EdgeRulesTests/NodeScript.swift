// SPDX-License-Identifier: Apache-2.0

import FolderTesting
import Foundation
import ProgramTesting

/// A script that node runs: what it makes of each of many inputs.
struct NodeScript {
  /// A module that has `answer`, which makes a text of an input.
  let text: String

  /// - Parameter inputs: what JSON can say.
  func answers(to inputs: [[String: Any]]) async throws -> [[String: Any]] {
    let data = try JSONSerialization.data(withJSONObject: inputs)
    let driver = """
      \(text)
      import { readFileSync } from 'node:fs';
      const found = [];
      for (const input of JSON.parse(readFileSync(0, 'utf8'))) found.push(await answer(input));
      console.log(JSON.stringify(found));
      """
    let temporary = TemporaryFolder()
    let path = "\(temporary.path)/script.mjs"
    try driver.write(toFile: path, atomically: true, encoding: .utf8)
    let outcome = try await Program("node").run([path], input: data)
    guard outcome.status == 0 else { throw EdgeOrigin.Failure(description: outcome.errors) }
    let found = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return found as? [[String: Any]] ?? []
  }
}

extension GeneratedVisitor {
  /// As node is told of a request for a path and query.
  func input(_ target: String) -> [String: Any] {
    let lines = fields.map { [$0.name, $0.value] }
    return ["target": target, "fields": lines]
  }
}
