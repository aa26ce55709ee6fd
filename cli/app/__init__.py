"""The full-screen application: screens that think without input or output, and one shell that shows them."""
