// SPDX-License-Identifier: Apache-2.0

/// The units by which systemd runs the gateway.
enum SystemdUnit: String {
  case service
  case socket

  var text: String {
    switch self {
    case .service:
      """
      [Unit]
      Description=Portico, a content delivery gateway
      Documentation=man:portico(1)
      After=network-online.target
      Wants=network-online.target

      [Service]
      Type=notify
      NotifyAccess=main
      ExecStart=/usr/local/bin/portico serve --site /srv/portico --state /var/lib/portico --admin unix:/run/portico/admin.sock
      ExecReload=/bin/kill -HUP $MAINPID
      Restart=on-failure
      DynamicUser=yes
      StateDirectory=portico
      RuntimeDirectory=portico
      LimitNOFILE=1048576
      NoNewPrivileges=yes
      ProtectSystem=strict
      ProtectHome=yes
      PrivateTmp=yes
      PrivateDevices=yes
      ProtectKernelTunables=yes
      ProtectKernelModules=yes
      ProtectControlGroups=yes
      RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
      MemoryDenyWriteExecute=yes

      [Install]
      WantedBy=multi-user.target

      """
    case .socket:
      """
      [Unit]
      Description=Where Portico listens

      [Socket]
      ListenStream=80
      ReusePort=yes
      Backlog=4096

      [Install]
      WantedBy=sockets.target

      """
    }
  }
}
