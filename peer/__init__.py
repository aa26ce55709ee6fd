"""One player on the network: discovery, links, lobby, table, journal, bot seats."""
