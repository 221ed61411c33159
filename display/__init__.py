"""What people see: the players' sign, the dealer's and floor's page, in a browser.

A process of its own, apart from the money. It hears the table over MQTT as any sign does, asks the controller through
its control socket as the command line does, and holds no authority and no database: if it ends, nothing else notices.
It imports nothing of `controller`.
"""
