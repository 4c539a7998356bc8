// SPDX-License-Identifier: Apache-2.0

import Editions
import Files
import FolderTesting
import Foundation
import Sites
import Testing

@Suite struct `The secret of a site's tokens` {
  private static func bytes(_ seal: SiteSeal) -> [UInt8] {
    let sealed = seal.seal(of: "fr.ca.phone.3".utf8Span.span)
    return sealed.indices.map { sealed[$0] }
  }

  @Test func `The seal of a file with a version is that of a release that knows no versions`()
    throws
  {
    let temporary = TemporaryFolder()
    let folder = "\(temporary.path)/seal"
    let first = try SiteSeal(keptIn: folder)
    let file = try Files.read("\(folder)/token-secret")
    #expect(file.starts(with: Array("portico token-secret 1\n".utf8)) && file.count == 23 + 32)
    #expect(Self.bytes(first) == Self.bytes(SiteSeal(secret: file)))
    #expect(Self.bytes(first) == Self.bytes(try SiteSeal(keptIn: folder)))
    try Files.write(Array(file.dropLast()), to: "\(folder)/token-secret")
    let fault = #expect(throws: SourceFault.self) { try SiteSeal(keptIn: folder) }
    #expect(fault?.reason == "54 bytes; expected at least 55")
  }
}
