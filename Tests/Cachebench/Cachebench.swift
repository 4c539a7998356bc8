// SPDX-License-Identifier: Apache-2.0

/// `swift run -c release cachebench`: what the answer cache costs, and what it keeps.
///
/// Names on the command line choose among `memory`, `hits`, `loops`, `purges` and `traces`.
@main
enum Cachebench {
  static func main() throws {
    let names = CommandLine.arguments.dropFirst()
    func isWanted(_ name: String) -> Bool { names.isEmpty || names.contains(name) }
    if isWanted("memory") { MemoryBench.run() }
    if isWanted("hits") { HitBench.run() }
    if isWanted("loops") { try LoopBench.run() }
    if isWanted("purges") { PurgeBench.run() }
    if isWanted("traces") { TraceBench.run() }
  }
}
